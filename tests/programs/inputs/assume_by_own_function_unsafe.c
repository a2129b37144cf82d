// expect: unsafe line=13
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void assume_abort_if_not(int condition) {
  if (!condition)
    abort();
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  assume_abort_if_not(x >= 0 && x < 5);
  assert(x < 4);
}
