// expect: unsafe line=9
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x;
  __asm__("bswap %0" : "+r"(y));
  assert(y != 0x12345678);
}
