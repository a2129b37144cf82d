// expect: safe
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 10 || n > 1000000)
    return 0;
  char *p = calloc(n, 1);
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= n)
    return 0;
  p[i] = 1;
  assert(p[0] == (i == 0));
}
