// expect: safe flags="--engine kind"
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned left = 10, right = 0;
  unsigned *from = &left, *to = &right;
  while (__VERIFIER_nondet_uchar()) {
    if (__VERIFIER_nondet_uchar() < 128) {
      unsigned *other = from;
      from = to;
      to = other;
    }
    if (*from > 0) {
      *from -= 1;
      *to += 1;
    }
    assert(left + right == 10);
  }
}
