// expect: unsafe line=6
#include <assert.h>

int main(void) {
  unsigned char a = 0x0f;
  assert((~a == 0xf0) == 1);
}
