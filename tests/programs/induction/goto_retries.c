// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned tries = 0, connected = 0;
retry:
  tries++;
  if (__VERIFIER_nondet_uchar() == 200) {
    connected = 1;
    goto done;
  }
  if (tries < 50)
    goto retry;
done:
  assert(tries >= 1 && tries <= 50);
  assert(connected || tries == 50);
}
