// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  long long wide = u;
  assert(wide >= 0);
}
