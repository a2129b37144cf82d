// expect: safe
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned char from[5000], to[5000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n > 6 || k >= n)
    return 0;
  unsigned at = __VERIFIER_nondet_uint() % 1000;
  memset(from + at, 7, n);
  memcpy(to, from + at, n);
  memmove(to + 1, to, n);
  assert(to[k] == 7 && to[n] == 7 && to[n + 1] == 0);
}
