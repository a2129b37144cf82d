// expect: unsafe line=9
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned average = (a + b) / 2;
  if (a <= b)
    assert(average >= a && average <= b);
}
