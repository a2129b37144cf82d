// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[100000];

int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 100000, j = __VERIFIER_nondet_uint() % 100000;
  a[i] = 7;
  assert(a[j] == 0 || j == i);
}
