// expect: safe property=valid-memsafety flags="--engine kind"
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  while (__VERIFIER_nondet_uint()) {
    int *cells = malloc(70 * sizeof *cells);
    unsigned at = __VERIFIER_nondet_uint() % 70;
    for (unsigned i = 0; i <= at; i++)
      cells[i] = 1;
    free(cells);
  }
  return 0;
}
