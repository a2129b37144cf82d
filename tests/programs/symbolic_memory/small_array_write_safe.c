// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {0};
  unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
  a[i] = 1;
  a[j] = 2;
  assert(a[j] == 2 && (a[i] == 1 || i == j));
}
