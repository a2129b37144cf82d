// expect: unsafe line=11
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[3] = {1, 2, 3}, b[5] = {0};
  unsigned i = __VERIFIER_nondet_uint() % 3;
  int *p = __VERIFIER_nondet_uint() % 2 ? a : b;
  p[i] = 9;
  assert(a[i] == 9 || b[i] == 9);
  assert(a[0] + b[0] != 10);
}
