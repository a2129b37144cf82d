// expect: safe
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char *p = calloc(4, 2);
  assert(p[__VERIFIER_nondet_uint() % 8] == 0);
  free(p);
}
