// expect: unknown why=undefined-behaviour
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 8;
  int *p = malloc(n * sizeof *p);
  p[3] = 1;
  assert(p[3] == 1);
}
