// expect: unsafe line=13
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
  float x = __VERIFIER_nondet_float();
  __VERIFIER_assume(x > -0.75f && x < 0.75f);
  float top = x * x * x - 2.0f * x + 0.5f;
  float bottom = 1.5f + x * x * x * x;
  float quotient = top / bottom;
  assert(quotient < 0.9f && quotient > -0.42f);
}
