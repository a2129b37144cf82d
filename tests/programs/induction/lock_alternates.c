// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static int held;

static void acquire(void) {
  assert(held == 0);
  held = 1;
}

static void release(void) {
  assert(held == 1);
  held = 0;
}

int main(void) {
  unsigned old, new = 0;
  do {
    acquire();
    old = new;
    if (__VERIFIER_nondet_uchar() < 99) {
      release();
      new ++;
    }
  } while (new != old);
  release();
}
