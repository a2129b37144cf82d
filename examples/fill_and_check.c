// Every cell has the value that the second loop expects, for any number of cells.
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 1000000)
    return 0;
  int *grades = malloc(n * sizeof *grades);
  if (!grades)
    return 0;
  for (unsigned i = 0; i < n; i++)
    grades[i] = 42;
  for (unsigned i = 0; i < n; i++)
    assert(grades[i] == 42);
  free(grades);
}
