// expect: safe
#include <assert.h>
#include <string.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float(), quotient = x / x;
  unsigned bits, again;
  memcpy(&bits, &quotient, sizeof bits);
  memcpy(&again, &quotient, sizeof again);
  assert(bits == again);
  assert(quotient == 1 || (bits & 0x7fc00000u) == 0x7fc00000u);
  assert(!__builtin_isfpclass(quotient, 1));
}
