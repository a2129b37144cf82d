// expect: unsafe line=7 flags="--data-model ILP32"
#include <assert.h>

int main(void) {
  unsigned long x = 4294967295u;
  x++;
  assert(x == 4294967296ull);
}
