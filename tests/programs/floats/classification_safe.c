// expect: safe
#include <assert.h>
#include <math.h>

int main(void) {
  double zero = 0.0;
  assert(isnan(zero / zero) && isinf(1 / zero) && isfinite(1.0) && signbit(-0.0) && fabs(-2.5) == 2.5);
}
