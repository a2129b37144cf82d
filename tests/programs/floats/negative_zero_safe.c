// expect: safe
#include <assert.h>

int main(void) {
  double zero = 0.0, negative = -0.0;
  assert(zero == negative && 1 / zero != 1 / negative);
}
