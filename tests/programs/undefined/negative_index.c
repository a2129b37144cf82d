// expect: unknown why=undefined-behaviour
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4] = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 4)
    assert(a[i] == 0 || 1);
}
