// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 16 + 1;
  short a[n];
  assert(sizeof a == 2 * n);
}
