// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned total = 0;
  for (unsigned char i = 0; i < 250; i++) {
    unsigned char value = __VERIFIER_nondet_uchar();
    if (value % 2 != 0)
      continue;
    total += value;
    assert(total % 2 == 0);
  }
}
