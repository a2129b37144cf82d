// expect: unsafe line=7 flags="--data-model ILP32"
#include <assert.h>
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long long s = __VERIFIER_nondet_long();
  assert(s <= 2147483647- 1ll);
}
