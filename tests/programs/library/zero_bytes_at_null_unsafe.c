// expect: unsafe line=9 property=default
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4;
  char target[4], *source = n == 0 ? 0 : calloc(n, 1);
  memcpy(target, source, n);
  free(source);
}
