// expect: safe
#include <assert.h>

int main(void) {
  volatile double big = 1e308;
  long double x = big;
  assert(x * x > 1e600L && sizeof x == 16);
}
