// expect: unknown why=not-supported
#include <assert.h>

int main(void) {
  int x = 1;
  __asm__("movl $2, %0" : "=r"(x));
  assert(x == 1);
}
