// expect: safe
#include <assert.h>
#include <stdint.h>

int main(void) {
  int a = 1, b = 2;
  uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b;
  int *p = (int *)(both ^ (uintptr_t)&b);
  *p = 7;
  assert(a == 7 && b == 2);
}
