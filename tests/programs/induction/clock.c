// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char hour = 0, minute = 0;
  while (__VERIFIER_nondet_uchar()) {
    minute += 10;
    if (minute == 60) {
      minute = 0;
      hour++;
    }
    if (hour == 24)
      hour = 0;
    assert(minute <= 50);
    assert(hour < 24);
  }
}
