// expect: unsafe line=12
#include <assert.h>

int main(void) {
  unsigned char c = 250;
  c += 10;
  int i = 7;
  i *= 3;
  i <<= 2;
  i %= 50;
  i |= 1;
  assert(c == 4 && i == 34);
}
