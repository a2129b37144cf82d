// expect: unsafe line=9
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  if (n < 32) {
    unsigned bit = 1u << n;
    assert((bit & (bit - 1)) == 0 && bit != 64);
  }
}
