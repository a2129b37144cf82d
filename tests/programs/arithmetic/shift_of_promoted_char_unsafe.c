// expect: unsafe line=6
#include <assert.h>

int main(void) {
  unsigned char c = 0x80;
  assert(c << 1 == 0);
}
