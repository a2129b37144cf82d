// expect: unsafe line=9
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char a[8];
  unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 8;
  char *p = &a[i], *q = &a[j];
  assert((p < q) == (i <= j) && (p == q) == (i == j));
}
