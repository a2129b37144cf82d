// expect: safe
#include <assert.h>
#include <stdint.h>

int main(void) {
  int a[4] = {1, 2, 3, 4};
  uintptr_t address = (uintptr_t)&a[1];
  int *p = (int *)(address + sizeof(int));
  assert(*p == 3 && address % sizeof(int) == 0);
}
