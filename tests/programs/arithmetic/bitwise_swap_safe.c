// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int x = a, y = b;
  x ^= y;
  y ^= x;
  x ^= y;
  assert(x == b && y == a);
}
