// expect: unsafe line=9
#include <assert.h>
extern signed char __VERIFIER_nondet_schar(void);

int main(void) {
  signed char small = __VERIFIER_nondet_schar();
  long long wide = small;
  unsigned long long bits = (unsigned long long)small;
  assert(wide >= -128 && wide <= 127 && (bits >> 63) == (small <= 0));
}
