// A turnstile that runs for ever: coins unlock it, a push lets one person through and locks it again.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum state { LOCKED, UNLOCKED };

int main(void) {
  enum state state = LOCKED;
  unsigned coins = 0, people = 0;
  while (1) {
    if (__VERIFIER_nondet_int()) {
      if (state == LOCKED) {
        state = UNLOCKED;
        coins++;
      }
    } else if (state == UNLOCKED) {
      people++;
      state = LOCKED;
    }
    assert(state == UNLOCKED || coins == people);
  }
}
