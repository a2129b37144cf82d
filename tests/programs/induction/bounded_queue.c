// expect: safe flags="--engine kind"
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned char ring[8];
unsigned head, used;

int main(void) {
  while (__VERIFIER_nondet_uchar() != 9) {
    if (__VERIFIER_nondet_uchar() & 1) {
      if (used < 8) {
        ring[(head + used) % 8] = 1;
        used++;
      }
    } else if (used > 0) {
      head = (head + 1) % 8;
      used--;
    }
    assert(used <= 8);
    assert(head < 8);
  }
}
