// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int awake = 1, asleep = 0, alarm = 0;
  while (1) {
    unsigned char event = __VERIFIER_nondet_uchar();
    if (event == 0)
      return 0;
    if (event < 100 && awake && !alarm) {
      awake = 0;
      asleep = 1;
    } else if (event > 200 || alarm) {
      asleep = 0;
      awake = 1;
    }
    alarm = event == 150 && asleep;
    assert(awake != asleep);
  }
}
