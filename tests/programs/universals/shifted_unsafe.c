// expect: unsafe line=16
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 3000
int a[N + 1], b[N + 1];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N)
    return 0;
  for (int i = 0; i <= n; i++)
    a[i] = b[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    a[i] = a[i + 1];
  for (int i = 0; i < n; i++)
    assert(a[i] == b[i]);
}
