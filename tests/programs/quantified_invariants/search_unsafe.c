// expect: unsafe line=17
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 3000
int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  int at = 0;
  while (at < n && a[at] != 7)
    at++;
  for (int i = 0; i <= at && i < n; i++)
    assert(a[i] != 7);
}
