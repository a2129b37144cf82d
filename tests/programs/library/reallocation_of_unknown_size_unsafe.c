// expect: unsafe line=16 property=default
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n < 1 || m < n || m > 2000)
    return 0;
  char *p = malloc(n);
  if (!p)
    return 0;
  p[n - 1] = 42;
  char *q = realloc(p, m);
  if (!q)
    return 0;
  q[q[n - 1] == 42 ? m : 0] = 1;
  free(q);
  return 0;
}
