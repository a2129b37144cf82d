// expect: safe property=assertions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[8000];

int main(void) {
  for (int i = 0; i < 8000; i++)
    a[i] = 0;
  int sum = 0;
  for (int i = 0; i < 8000; i++)
    sum += a[i];
  assert(sum == 0);
}
