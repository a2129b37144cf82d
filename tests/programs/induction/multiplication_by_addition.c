// expect: safe flags="--engine kind"
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char factor = __VERIFIER_nondet_uchar(), times = __VERIFIER_nondet_uchar(), product = 0, i = 0;
  while (i < times) {
    product += factor;
    i++;
    assert(product == (unsigned char)(factor * i));
  }
}
