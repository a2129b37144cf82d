// expect: unsafe line=8
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[2] = {0, 0};
  int i = __VERIFIER_nondet_int();
  assert(i != 1);
  a[i] = 1;
}
