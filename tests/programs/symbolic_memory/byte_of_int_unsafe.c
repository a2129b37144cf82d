// expect: unsafe line=9
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 0;
  unsigned i = __VERIFIER_nondet_uint() % 4;
  ((unsigned char *)&x)[i] = 1;
  assert(x == 1u << 8 * i && x != 0x10000);
}
