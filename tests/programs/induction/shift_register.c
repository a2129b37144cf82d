// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned bits = 0;
  while (1) {
    unsigned char bit = __VERIFIER_nondet_uchar();
    if (bit > 1)
      break;
    bits = ((bits << 1) | bit) & 0xff;
    assert((bits & 1) == bit);
  }
  assert(bits <= 0xff);
}
