// expect: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void leave_if(int condition) {
  if (condition)
    exit(1);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  leave_if(x == 4);
  assert(x != 4);
}
