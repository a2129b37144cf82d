// expect: unknown why=approximation
#include <assert.h>

int main(void) {
  int x[2] = {1, 2};
  __asm__ volatile("call somewhere" : : "r"(x) : "memory");
  assert(x[1] == 2);
}
