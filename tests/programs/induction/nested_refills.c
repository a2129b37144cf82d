// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned tokens = 5;
  while (__VERIFIER_nondet_uchar()) {
    while (tokens > 0 && __VERIFIER_nondet_uchar() > 50) {
      tokens--;
      assert(tokens < 10);
    }
    tokens += 3;
    if (tokens > 10)
      tokens = 10;
  }
  assert(tokens <= 10);
}
