// expect: unknown why=approximation
// 2026-11-19: said safe, because a prefix was ignored: processors with lzcnt return 31.
#include <assert.h>
int main(void) {
  unsigned found, x = 1;
  __asm__("rep; bsr %1,%0" : "=r"(found) : "r"(x) : "cc");
  assert(found == 0);
}
