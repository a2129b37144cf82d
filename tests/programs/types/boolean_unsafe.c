// expect: unsafe line=10
#include <assert.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  bool b = __VERIFIER_nondet_int();
  b += 1;
  b = !b || !b;
  assert(b == true);
}
