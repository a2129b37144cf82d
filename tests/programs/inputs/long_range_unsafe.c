// expect: unsafe line=10
#include <assert.h>
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  long s = __VERIFIER_nondet_long();
  unsigned long u = __VERIFIER_nondet_ulong();
  if (s > 0 && u > 0)
    assert(s <= 9223372036854775807l && u + (unsigned long)s > u);
}
