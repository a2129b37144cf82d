// expect: unsafe line=8
#include <assert.h>
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long number = __VERIFIER_nondet_long();
  long digit = number % 10;
  assert(0 <= digit && digit < 10);
}
