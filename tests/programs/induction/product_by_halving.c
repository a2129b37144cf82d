// expect: safe flags="--engine ring"
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), x = a, y = b, product = 0;
  while (y != 0) {
    if (y % 2) product += x;
    x *= 2;
    y /= 2;
    assert(product + x * y == a * b);
  }
}
