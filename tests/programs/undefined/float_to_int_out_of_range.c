// expect: unknown why=undefined-behaviour
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  int x = (int)__VERIFIER_nondet_double();
  assert(x == x);
}
