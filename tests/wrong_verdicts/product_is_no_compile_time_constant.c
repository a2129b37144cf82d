// expect: safe
// 2026-11-15: reported unsafe, because a product with 0 was treated as a compile-time constant
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(!__builtin_constant_p(x * 0));
}
