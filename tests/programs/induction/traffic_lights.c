// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
enum { RED, GREEN, YELLOW };

static int next(int light) {
  return light == RED ? GREEN : light == GREEN ? YELLOW : RED;
}

int main(void) {
  int north = RED, east = GREEN;
  while (__VERIFIER_nondet_uchar()) {
    if (east != RED)
      east = next(east);
    else if (north != RED)
      north = next(north);
    else if (__VERIFIER_nondet_uchar() > 9)
      north = GREEN;
    else
      east = GREEN;
    assert(north == RED || east == RED);
  }
}
