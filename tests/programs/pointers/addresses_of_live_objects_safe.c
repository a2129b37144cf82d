// expect: safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t place(const int *other) {
  int local;
  assert((uintptr_t)&local != (uintptr_t)other);
  return (uintptr_t)&local;
}

int main(void) {
  int mine, *freed = malloc(sizeof *freed), *kept = malloc(sizeof *kept);
  place(&mine);
  place(kept);
  free(freed);
  int *later = malloc(sizeof *later), *empty = malloc(0);
  assert((uintptr_t)later != (uintptr_t)kept);
  assert((uintptr_t)later != (uintptr_t)&mine);
  assert((uintptr_t)later != (uintptr_t)empty);
  assert((uintptr_t)realloc(later, 8) != (uintptr_t)kept);
}
