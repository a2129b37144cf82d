// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  float charge = 1.0f;
  while (__VERIFIER_nondet_uchar()) {
    charge = charge / 2;
    assert(charge >= 0.0f && charge <= 0.5f);
  }
}
