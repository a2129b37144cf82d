// expect: unsafe line=9
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  float wide = x;
  if (x > 0 && x < 100000000)
    assert((int)wide == x);
}
