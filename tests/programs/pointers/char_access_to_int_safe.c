// expect: safe
#include <assert.h>

int main(void) {
  int x = 0x01020304;
  unsigned char *bytes = (unsigned char *)&x;
  bytes[1] = 0;
  assert(bytes[0] == 4 && x == 0x01020004);
}
