// expect: safe property=assertions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
short a[3000];

int main(void) {
  for (int i = 2999; i >= 0; i--)
    a[i] = -1;
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < 3000)
    while (__VERIFIER_nondet_int())
      assert(a[k] == -1);
}
