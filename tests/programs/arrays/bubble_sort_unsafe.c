// expect: unsafe line=16
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 1; i++)
    for (int j = 0; j < 2 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  assert(a[0] <= a[1] && a[1] <= a[2]);
}
