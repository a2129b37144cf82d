// expect: unsafe line=8
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char *p = malloc(8);
  assert(p[__VERIFIER_nondet_uint() % 8] == 0);
  free(p);
}
