// expect: unsafe line=8
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int a = 0, b = 0;
  int r = __VERIFIER_nondet_bool() ? ++a : --b;
  assert(a + b == r && (r == 1 || r == 0));
}
