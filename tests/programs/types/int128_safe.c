// expect: safe
#include <assert.h>

int main(void) {
  unsigned __int128 wide = (unsigned __int128)1 << 100;
  assert((unsigned long long)(wide >> 64) == 0x1000000000ull);
}
