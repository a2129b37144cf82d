// expect: unsafe line=9
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  _Bool truth = (unsigned char)x;
  if (x == 256)
    assert(truth == 1);
}
