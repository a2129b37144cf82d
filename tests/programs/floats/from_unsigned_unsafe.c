// expect: unsafe line=7
#include <assert.h>

int main(void) {
  unsigned u = 4294967295u;
  unsigned long long big = 0x8000000000000000ull;
  assert((double)u == -1.0 && (double)big > 0 && (unsigned long long)(double)big == big);
}
