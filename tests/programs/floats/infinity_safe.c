// expect: safe
#include <assert.h>

int main(void) {
  double zero = 0.0, one = 1.0;
  double infinite = one / zero;
  double nan = infinite - infinite;
  assert(infinite > 1e308 && -infinite < 0 && nan != nan);
}
