// expect: unsafe line=8
#include <assert.h>
#include <limits.h>

int main(void) {
  int r;
  assert(__builtin_add_overflow(INT_MAX, 1, &r) && r == INT_MIN && __builtin_popcount(255) == 8);
  assert(__builtin_clz(1) == 31 && __builtin_ctz(8) == 3 && __builtin_bswap32(0x11223344) == 0x11223344);
}
