// expect: unsafe line=9
#include <assert.h>

static int count(int fixed, ...) {
  return fixed;
}

int main(void) {
  assert(count(2, 1.5, "text", 7ll) == 3);
}
