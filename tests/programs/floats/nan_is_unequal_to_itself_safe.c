// expect: safe
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float(), y = x;
  if (!__builtin_isnan(x))
    assert(x == y);
}
