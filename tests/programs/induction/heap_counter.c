// expect: safe
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned *stock = calloc(2, sizeof *stock);
  if (!stock)
    return 0;
  while (__VERIFIER_nondet_uchar()) {
    if (__VERIFIER_nondet_uchar() > 100 && stock[0] < 12)
      stock[0]++;
    else if (stock[0] > 0)
      stock[0]--;
    stock[1] = stock[0];
  }
  assert(stock[0] <= 12);
  assert(stock[1] == stock[0]);
}
