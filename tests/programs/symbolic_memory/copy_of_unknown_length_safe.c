// expect: safe
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char from[6] = "abcde", to[6] = "-----";
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 5)
    return 0;
  memcpy(to, from, n);
  assert(to[2] == (n > 2 ? 'c' : '-'));
}
