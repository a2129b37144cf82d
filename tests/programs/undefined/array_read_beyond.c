// expect: unknown why=undefined-behaviour
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[3] = {1, 2, 3};
  unsigned i = __VERIFIER_nondet_uint() % 4;
  int got = a[i];
  assert(got || 1);
}
