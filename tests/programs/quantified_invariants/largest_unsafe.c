// expect: unsafe line=18
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 4000
int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  int largest = a[0];
  for (int i = 1; i < n - 1; i++)
    if (a[i] > largest)
      largest = a[i];
  for (int i = 0; i < n; i++)
    assert(a[i] <= largest);
}
