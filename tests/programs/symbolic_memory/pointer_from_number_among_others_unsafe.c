// expect: unsafe line=14
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);

/* Only a run in which p has no known origin changes b. */
int main(void) {
  int a = 1, b = 2;
  unsigned long n = __VERIFIER_nondet_ulong();
  int *p = __VERIFIER_nondet_int() ? &a : (int *)n;
  if (n == (unsigned long)&b)
    *p = 5;
  assert(b == 2);
}
