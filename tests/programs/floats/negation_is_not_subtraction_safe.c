// expect: safe
#include <assert.h>

int main(void) {
  volatile double zero = 0.0;
  double a = -zero, b = 0.0 - zero;
  assert(1 / a < 0 && 1 / b > 0);
}
