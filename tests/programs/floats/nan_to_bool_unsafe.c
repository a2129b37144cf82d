// expect: unsafe line=8
#include <assert.h>

int main(void) {
  double zero = 0.0;
  double nan = zero / zero;
  _Bool truth = nan;
  assert(truth == 0 && !nan == 0);
}
