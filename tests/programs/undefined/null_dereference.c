// expect: unknown why=undefined-behaviour
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int x = 1;
  int *p = __VERIFIER_nondet_bool() ? &x : 0;
  *p = 2;
  assert(x == 2);
}
