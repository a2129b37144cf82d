// expect: safe flags="--engine kind"
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned sent = 0, received = 0, lost = 0;
  while (__VERIFIER_nondet_uchar() < 250) {
    sent++;
    if (__VERIFIER_nondet_uchar() == 7)
      lost++;
    else
      received++;
  }
  assert(sent == received + lost);
}
