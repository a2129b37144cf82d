// expect: safe
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int x = 1, y = 2;
  int *p = __VERIFIER_nondet_bool() ? &x : &y;
  *p = 7;
  assert(x + y == 9 || x + y == 8);
}
