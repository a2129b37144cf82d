// expect: unsafe line=7
#include <assert.h>

int main(void) {
  volatile double big = 1e308;
  long double x = big;
  assert(x * x > 1e700L && sizeof x == 16);
}
