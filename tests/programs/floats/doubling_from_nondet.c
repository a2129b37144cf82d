// expect: unsafe line=13
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x <= 0.)
    return 0;
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) {
    x = 2 * x;
    assert(x > 0);
    ++i;
  }
}
