// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 8;
  unsigned i = 0, sum = 0;
  while (i < n)
    sum += ++i;
  assert(sum == n * (n + 1) / 2);
}
