// expect: safe
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf place;
static int parsed(int n) { if (n > 5) longjmp(place, 1); return n; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 100) {
    int before = n;
    if (setjmp(place))
      return before != n;
  } else if (setjmp(place)) {
    return 1;
  }
  assert(parsed(n) <= 5);
  return 0;
}
