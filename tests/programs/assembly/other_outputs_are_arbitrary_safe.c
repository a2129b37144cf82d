// expect: safe
#include <assert.h>

int main(void) {
  int x = 1, y = 2, z = 3;
  __asm__("imull $3, %1, %0" : "=r"(x) : "r"(y));
  __asm__ volatile("call somewhere" : "+m"(z));
  assert(y == 2);
}
