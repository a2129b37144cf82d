// expect: safe flags="--engine kind"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 2000
char a[N], b[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    b[n - 1 - i] = a[i];
  for (int i = 0; i < n; i++)
    assert(b[i] == a[n - 1 - i]);
}
