// expect: unsafe line=12
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *first = malloc(sizeof *first), is_freed = __VERIFIER_nondet_int();
  uintptr_t old = (uintptr_t)first;
  if (is_freed) free(first);
  int *second = malloc(sizeof *second);
  assert(!is_freed || (uintptr_t)second != old);
}
