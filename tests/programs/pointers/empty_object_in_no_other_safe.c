// expect: safe
#include <assert.h>
#include <stdint.h>
struct nothing {};

int main(void) {
  struct nothing empty;
  char full[4];
  assert((uintptr_t)&empty != (uintptr_t)&full[1]);
  assert((uintptr_t)&empty != 0);
}
