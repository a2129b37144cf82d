// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  double wide = x;
  if (x > 0 && x < 100000000)
    assert((int)wide == x);
}
