// expect: unsafe line=6
#include <assert.h>

int main(void) {
  unsigned x = -4;
  assert(x / 2 == (unsigned)-2);
}
