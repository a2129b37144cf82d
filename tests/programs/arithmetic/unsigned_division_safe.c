// expect: safe
#include <assert.h>

int main(void) {
  unsigned x = -4;
  assert(x / 2 == 0x7ffffffeu);
}
