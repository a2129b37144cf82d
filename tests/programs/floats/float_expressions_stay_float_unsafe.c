// expect: unsafe line=6
#include <assert.h>

int main(void) {
  float third = 1.0f / 3.0f;
  assert(third * 3.0f == 1.0f && (double)third * 3.0 == 1.0);
}
