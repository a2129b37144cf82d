// expect: unknown why=undefined-behaviour
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3)
    __builtin_unreachable();
  assert(x != 3);
}
