// expect: safe
#include <assert.h>

int main(void) {
  unsigned long long x = (1ull) << 31 << 1;
  assert(x == 0x100000000ull);
}
