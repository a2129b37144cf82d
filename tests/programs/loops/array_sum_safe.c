// expect: safe
#include <assert.h>
extern short __VERIFIER_nondet_short(void);

int main(void) {
  int a[5], forward = 0, backward = 0;
  for (int i = 0; i < 5; i++)
    a[i] = __VERIFIER_nondet_short();
  for (int i = 0; i < 5; i++)
    forward += a[i];
  for (int i = 4; i >= 0; i--)
    backward += a[i];
  assert(forward == backward);
}
