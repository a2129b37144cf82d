// expect: safe property=assertions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[7000];

int main(void) {
  for (int i = 0; i < 7000; i++) {
    int x = __VERIFIER_nondet_int();
    if (x <= 0)
      x = 1;
    a[i] = x;
  }
  for (int i = 0; i < 7000; i++)
    assert(a[i] > 0);
}
