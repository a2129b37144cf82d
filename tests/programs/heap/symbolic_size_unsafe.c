// expect: unsafe line=13
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 1000)
    return 0;
  int *p = malloc(n * sizeof *p);
  p[n - 1] = 5;
  p[0] = 6;
  assert(p[n - 1] == 5);
  free(p);
}
