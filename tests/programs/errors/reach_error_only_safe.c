// expect: safe property=unreach-call
#include <assert.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x > 0);
  if (x == 0)
    reach_error();
}
