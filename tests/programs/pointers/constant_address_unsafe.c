// expect: unsafe line=10
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  int x = 1;
  int *p = (int *)__VERIFIER_nondet_ulong();
  if (p == &x)
    *p = 2;
  assert(x == 1 || p != &x);
}
