// expect: safe
#include <assert.h>

int main(void) {
  unsigned i = 0;
  while (i < 10)
    i++;
  assert(i == 10);
}
