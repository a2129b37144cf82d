// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int digit;
  switch (c) {
  case '0' ... '9':
    digit = 1;
    break;
  default:
    digit = 0;
  }
  assert(digit == (c >= '0' && c <= '9'));
}
