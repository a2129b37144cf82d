// expect: unknown why=approximation
#include <assert.h>

int main(void) {
  int x = 1, y = 2;
  __asm__("imull $3, %1, %0" : "=r"(x) : "r"(y));
  assert(x == 1);
}
