// expect: unsafe line=8
// 2026-11-15: crashed, because a constant of a float format that the solver lacks was made before its sort was asked for
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  long double x = __VERIFIER_nondet_double();
  assert(x >= 0.0L);
}
