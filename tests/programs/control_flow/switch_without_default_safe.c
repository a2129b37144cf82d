// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int y = 5;
  switch (__VERIFIER_nondet_int()) {
  case 0:
    y = 0;
    break;
  case 1:
    y = 1;
  }
  assert(y == 0 || y == 1 || y == 5);
}
