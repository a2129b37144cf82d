// expect: unknown why=undefined-behaviour
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 33;
  unsigned x = 1u << n;
  assert(x == x);
}
