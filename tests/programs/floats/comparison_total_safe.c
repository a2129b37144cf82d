// expect: safe
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (x == x && y == y)
    assert(x < y || x == y || x > y);
}
