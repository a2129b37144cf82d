// expect: safe
#include <assert.h>

int main(void) {
  unsigned char c = 255;
  c++;
  signed char d = -128;
  assert(c == 0 && d - 1 == -129);
}
