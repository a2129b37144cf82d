// expect: safe
#include <assert.h>
extern short __VERIFIER_nondet_short(void);

int main(void) {
  short first = __VERIFIER_nondet_short(), least = first, most = first;
  while (1) {
    short next = __VERIFIER_nondet_short();
    if (next == 0)
      break;
    if (next < least)
      least = next;
    if (next > most)
      most = next;
    assert(least <= next && next <= most);
  }
  assert(least <= first && first <= most);
}
