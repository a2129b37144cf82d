// expect: unsafe line=7
#include <assert.h>

int main(void) {
  int a = -8;
  unsigned b = (unsigned)-8;
  assert(a >> 1 == -4 && b >> 1 == (unsigned)-4);
}
