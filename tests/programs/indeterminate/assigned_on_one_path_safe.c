// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x;
  if (__VERIFIER_nondet_int())
    x = 1;
  else x = 1;
  assert(x == 1);
}
