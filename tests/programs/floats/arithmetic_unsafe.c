// expect: unsafe line=7
#include <assert.h>

int main(void) {
  double a = 0.1, b = 0.2;
  float c = 0.1f;
  assert(a + b == 0.3 && 0.5 + 0.25 == 0.75 && c != 0.1);
}
