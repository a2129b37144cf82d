// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  double a[3] = {0.5, 1.5, 2.5};
  a[__VERIFIER_nondet_uint() % 3] += 1.0;
  assert(a[0] + a[1] + a[2] == 5.5);
}
