// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char least = 0, middle = 0, most = 0;
  while (__VERIFIER_nondet_uchar()) {
    unsigned char value = __VERIFIER_nondet_uchar();
    if (value > most) {
      least = middle;
      middle = most;
      most = value;
    } else if (value > middle) {
      least = middle;
      middle = value;
    } else if (value > least) {
      least = value;
    }
  }
  assert(least <= middle && middle <= most);
}
