// expect: safe
#include <assert.h>

int main(void) {
  int i, j;
  for (i = 0; i < 4; i++)
    for (j = 0; j < 4; j++)
      if (i * j == 6)
        goto found;
found:
  assert(i == 2 && j == 3);
}
