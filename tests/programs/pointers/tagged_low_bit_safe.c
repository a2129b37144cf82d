// expect: safe
#include <assert.h>
#include <stdint.h>

int main(void) {
  int x = 42;
  uintptr_t tagged = (uintptr_t)&x | 1;
  int *p = (int *)(tagged & ~(uintptr_t)1);
  assert((tagged & 1) == 1 && *p == 42);
}
