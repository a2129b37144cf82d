// expect: safe
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

struct named {
  char text[8];
  int *number;
} s;

int main(void) {
  int x = 1;
  s.number = &x;
  unsigned i = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 8);
  ((char *)&s)[i] = (char)__VERIFIER_nondet_uint();
  assert(s.number == &x);
}
