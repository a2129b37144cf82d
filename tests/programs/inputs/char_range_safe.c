// expect: safe
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  int c = __VERIFIER_nondet_char();
  assert(c >= -128 && c <= 127);
}
