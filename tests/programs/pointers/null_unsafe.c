// expect: unsafe line=10
#include <assert.h>
#include <stddef.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int x = 3;
  int *p = __VERIFIER_nondet_bool() ? &x : NULL;
  int got = p ? *p : -1;
  assert(got == 3 || got == 0);
}
