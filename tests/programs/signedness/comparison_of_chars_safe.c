// expect: safe
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char c = __VERIFIER_nondet_char();
  unsigned char u = (unsigned char)c;
  assert(c == (char)u);
}
