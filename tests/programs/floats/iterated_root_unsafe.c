// expect: unsafe line=14
#include <assert.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

/* Two steps of Heron's method are not near enough to the root of a number between 1 and 4. */
int main(void) {
  double square = __VERIFIER_nondet_double();
  __VERIFIER_assume(square >= 1.0 && square <= 4.0);
  double root = square;
  for (int i = 0; i < 2; i++)
    root = (root + square / root) * 0.5;
  assert(root >= 0.99 && root <= 2.02);
}
