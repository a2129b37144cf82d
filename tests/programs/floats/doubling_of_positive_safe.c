// expect: safe
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > 0.))
    return 0;
  for (int i = 0; i < 2; i++)
    x = 2 * x;
  assert(x > 0);
}
