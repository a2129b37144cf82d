// expect: safe flags="--engine kind"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 100000
int a[N], b[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = 7;
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  for (int i = 0; i < n; i++)
    assert(b[i] == 7);
}
