// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = 100, y = 6;
  while (__VERIFIER_nondet_uchar()) {
    x = x + 50;
    y = y - 4;
  }
  assert(x % 2 == 0);
  assert(y % 2 == 0);
}
