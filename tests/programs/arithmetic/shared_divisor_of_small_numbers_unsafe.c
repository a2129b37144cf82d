// expect: unsafe line=19
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned greatest_common_divisor(unsigned a, unsigned b) {
  while (b != 0) {
    unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  __VERIFIER_assume(a > 0 && a < 30 && b <= 30);
  unsigned divisor = greatest_common_divisor(a, b);
  assert(divisor < 30 && (a != 29 || b != 30 || divisor != 1));
}
