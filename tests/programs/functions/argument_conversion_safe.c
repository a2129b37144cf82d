// expect: safe
#include <assert.h>

static int low(unsigned char c) { return c; }
static unsigned char narrow(int x) { return x; }

int main(void) {
  assert(low(0x1ff) == 0xff && narrow(-1) == 255);
}
