// expect: safe
#include <assert.h>

int main(void) {
  int i = 2, rounds = 0;
  goto inside;
  while (i < 5) {
    i++;
  inside:
    rounds++;
  }
  assert(i == 5 && rounds == 4);
}
