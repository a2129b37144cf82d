// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 1:
    y += 1;
  case 2:
    y += 2;
    break;
  case -3:
    y = 7;
    break;
  default:
    y = 9;
  }
  assert(y == (x == 1 ? 3 : x == 2 ? 2 : x == -3 ? 7 : 9));
}
