// expect: unsafe line=9 property=default
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char from[200000], to[200000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n <= sizeof to + 1)
    memcpy(to, from, n);
}
