// expect: unsafe line=11
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int x = a, y = b;
  x ^= y;
  y ^= x;
  x ^= x;
  assert(x == b && y == a);
}
