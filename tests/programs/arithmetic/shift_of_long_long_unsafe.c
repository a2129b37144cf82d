// expect: unsafe line=6
#include <assert.h>

int main(void) {
  unsigned long long x = (1u) << 31 << 1;
  assert(x == 0x100000000ull);
}
