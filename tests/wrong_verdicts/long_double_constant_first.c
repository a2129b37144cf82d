// expect: unsafe line=8 flags="--solver z3"
// 2026-11-15: crashed with Bitwuzla, which lacks the format: a constant was created before its sort was declared
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  long double x = __VERIFIER_nondet_double();
  assert(x >= 0.0L);
}
