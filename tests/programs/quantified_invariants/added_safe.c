// expect: safe flags="--engine kind"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 6000
int a[N], b[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N)
    return 0;
  int step = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    a[i] = 42;
  for (int i = 0; i < n; i++)
    b[i] = a[i] ^ step;
  for (int i = 0; i < n; i++)
    b[i] = b[i] ^ i;
  for (int i = 0; i < n; i++)
    assert(b[i] == (42 ^ step ^ i));
}
