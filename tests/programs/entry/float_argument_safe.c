// expect: safe flags="--function half"
#include <assert.h>

double half(double x) {
  double y = x / 2;
  assert(x != x || y * 2 == x || y < 1e-300 && y > -1e-300);
  return y;
}
