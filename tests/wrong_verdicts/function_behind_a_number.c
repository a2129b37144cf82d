// expect: unsafe line=22
// 2026-11-17: reported that the call of reach_error is proved not to happen, because a call through a number was assumed to call nothing
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
static int seen;

static void rarely(int x) {
  seen = (unsigned)x * 2654435761u == 0x12345678u ? 1 : 2;
}

static void unasked(int x) { seen = x & 0; }

int main(void) {
  unsigned long key = __VERIFIER_nondet_ulong();
  uintptr_t hidden = (uintptr_t)rarely ^ key;
  void (*function)(int) = (void (*)(int))(hidden ^ key);
  unasked(3);
  function(__VERIFIER_nondet_int());
  if (seen == 1)
    reach_error();
  return 0;
}
