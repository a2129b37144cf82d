// expect: unsafe line=6
#include <assert.h>

int main(void) {
  unsigned __int128 wide = (unsigned __int128)1 << 100;
  assert((unsigned long long)(wide >> 64) == 0);
}
