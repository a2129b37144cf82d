// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static union { float f[100]; unsigned u[100]; } words;

int main(void) {
  unsigned from = __VERIFIER_nondet_uint() % 100, to = __VERIFIER_nondet_uint() % 100, bits = __VERIFIER_nondet_uint();
  words.u[from] = bits;
  words.f[to] = words.f[from];
  assert(words.u[to] == bits);
}
