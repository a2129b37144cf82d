// expect: unsafe line=11
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x == x);
  if (x > 100)
    x = 0;
  assert(x <= 100);
  assert(x != 100);
}
