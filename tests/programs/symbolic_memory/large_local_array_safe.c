// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[5000];
  unsigned i = __VERIFIER_nondet_uint() % 5000;
  a[i] = 3;
  a[4999 - i] = 4;
  assert(a[i] == 3); // 4999 is odd: the two indices differ
}
