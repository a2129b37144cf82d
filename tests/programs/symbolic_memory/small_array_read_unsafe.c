// expect: unsafe line=9
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {3, 1, 4, 1};
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 4)
    assert(a[i] < 4);
}
