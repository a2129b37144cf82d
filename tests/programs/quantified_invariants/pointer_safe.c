// expect: safe flags="--engine kind"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 9000
int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N)
    return 0;
  for (int *p = a; p < a + n; p++)
    *p = 3;
  for (int *p = a; p != a + n; p++)
    assert(*p == 3);
}
