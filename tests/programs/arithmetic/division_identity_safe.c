// expect: safe
#include <assert.h>
extern short __VERIFIER_nondet_short(void);

int main(void) {
  int a = __VERIFIER_nondet_short();
  int b = 10;
  assert(a / b * b + a % b == a && a % b > -10);
}
