// expect: unsafe line=12
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 4)
    return 0;
  int a[n];
  for (unsigned i = 0; i < n; i++)
    a[i] = (int)i;
  assert(a[n - 1] == (int)n - 1 && sizeof a == n * 8);
}
