// expect: unsafe line=9
#include <assert.h>
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  long long a = __VERIFIER_nondet_longlong();
  unsigned long long b = __VERIFIER_nondet_ulonglong();
  assert((unsigned long long)a != b || a >= 0);
}
