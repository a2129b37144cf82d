// expect: unsafe line=8
#include <assert.h>

int main(void) {
  _Bool c;
  double b;
  b = c;
  assert(b != 0.0f);
}
