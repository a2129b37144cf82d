// expect: unsafe line=10
#include <assert.h>
#include <stdint.h>

int main(void) {
  int a = 1, b = 2;
  uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b;
  int *p = (int *)(both ^ (uintptr_t)&b);
  *p = 7;
  assert(a == 1 && b == 2);
}
