// expect: unsafe line=9
#include <assert.h>
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int c = __VERIFIER_nondet_uchar();
  if (c < 128 && isdigit(c))
    assert(c >= '0' && c < '9' && !isalpha(c));
}
