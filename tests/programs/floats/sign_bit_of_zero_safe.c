// expect: safe
#include <assert.h>
#include <string.h>

int main(void) {
  float negative = -0.0f;
  unsigned bits;
  memcpy(&bits, &negative, sizeof bits);
  assert(bits == 0x80000000u);
}
