// expect: safe
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  if (f > 1.0f)
    assert(f * 2 > f|| f > 1e38f);
}
