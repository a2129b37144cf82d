// expect: unsafe line=8
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (x == x)
    assert(x < y || x == y || x > y);
}
