// expect: unsafe line=6
#include <assert.h>

int main(void) {
  float a = 1e8f, b = -1e8f, c = 1.0f;
  assert((a + b) + c == 1.0f && a + (b + c) == 1.0f);
}
