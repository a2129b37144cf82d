// expect: safe
#include <assert.h>

int main(void) {
  double zero = 0.0;
  double nan = zero / zero;
  _Bool truth = nan;
  assert(truth == 1 && !nan == 0);
}
