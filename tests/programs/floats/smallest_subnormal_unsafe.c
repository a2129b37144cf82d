// expect: unsafe line=6
#include <assert.h>

int main(void) {
  float f = 0x1.9e0c22p-101f, g = -0x1.3c9014p-50f;
  assert(f * g == -0.0f);
}
