// expect: unsafe line=7
#include <assert.h>

int main(void) {
  double d = 0.1;
  float f = d;
  assert((double)f == d && f == 0.1f && (float)1e300 > 3e38f);
}
