// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char number = __VERIFIER_nondet_uchar(), rest = number;
  int digits = 0;
  do {
    rest /= 10;
    digits++;
  } while (rest > 0);
  assert(digits >= 1 && digits <= 3);
  assert(number < 100 || digits == 3);
}
