// expect: safe
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  _Bool c = __VERIFIER_nondet_bool();
  double b = c;
  assert(b == 1.0 || b == 0.0);
}
