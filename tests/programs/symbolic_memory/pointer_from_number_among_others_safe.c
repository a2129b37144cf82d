// expect: safe
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);

/* p has no known origin in some runs, and none of them writes to b. */
int main(void) {
  int a = 1, b = 2;
  unsigned long n = __VERIFIER_nondet_ulong();
  int *p = __VERIFIER_nondet_int() ? &a : (int *)n;
  if (n == (unsigned long)&a)
    *p = 5;
  assert(b == 2);
}
