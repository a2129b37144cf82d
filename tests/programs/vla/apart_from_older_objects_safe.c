// expect: safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int local, *block = malloc(sizeof *block);
  for (int n = 1; n <= 3; n++) {
    char array[n];
    assert((uintptr_t)array != (uintptr_t)&local);
    assert((uintptr_t)&array[0] != (uintptr_t)block);
  }
}
