// expect: unsafe line=7
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int c = __VERIFIER_nondet_uchar();
  assert(c >= 0 && c <= 254);
}
