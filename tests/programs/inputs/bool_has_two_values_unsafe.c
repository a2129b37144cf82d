// expect: unsafe line=7
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int b = __VERIFIER_nondet_bool();
  assert(b == 0 || b == 2);
}
