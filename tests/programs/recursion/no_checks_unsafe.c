// expect: unsafe line=14 property=valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int nested(int n) {
  if (n == 2) {
    malloc(1);
  }
  return n == 0 ? 1 : nested(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  return n < 0 ? 0 : nested(n);
}
