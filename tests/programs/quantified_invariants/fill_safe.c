// expect: safe flags="--engine kind"
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 1000000)
    return 0;
  int *a = malloc(n * sizeof(int));
  if (!a)
    return 0;
  for (unsigned i = 0; i < n; i++)
    a[i] = 42;
  for (unsigned i = 0; i < n; i++)
    assert(a[i] == 42);
  free(a);
}
