// expect: unsafe line=8
#include <assert.h>
#include <complex.h>

int main(void) {
  volatile double infinite = __builtin_inf(), zero = 0.0;
  double _Complex z = 1.0 + 2.0 * I, w = 3.0 - 1.0 * I, q = z / w, p = z * w;
  assert(creal(p) == 5.0 && cimag(p) == 7.0);
  assert(creal(q) > 0.0999 && creal(q) < 0.1001 && cimag(q) > 0.6999 && cimag(q) < 0.7001);
  double _Complex huge = 1e300 + 1e300 * I;
  assert(creal(huge / huge) == 1.0 && cimag(huge / huge) == 0.0);
  double _Complex far = (infinite + 1.0 * I) * w;
  assert(creal(far) == infinite || cimag(far) == infinite || cimag(far) == -infinite);
  assert(creal(z / (zero + zero * I)) == infinite);
  float _Complex f = conjf(1.0f + 2.0f * I) / 4.0f;
  assert(crealf(f) == 0.25f && cimagf(f) == -0.5f);
}
