// expect: safe flags="--engine kind"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 7000
int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N)
    return 0;
  for (int i = 0; i < n; i++) {
    int x = __VERIFIER_nondet_int();
    if (x <= 0)
      x = 1;
    a[i] = x;
  }
  for (int i = 0; i < n; i++)
    assert(a[i] > 0);
}
