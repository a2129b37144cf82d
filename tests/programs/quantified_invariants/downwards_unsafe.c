// expect: unsafe line=14
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 3000
short a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N)
    return 0;
  for (int i = n - 1; i > 0; i--)
    a[i] = -1;
  for (int i = 0; i < n; i++)
    assert(a[i] == -1);
}
