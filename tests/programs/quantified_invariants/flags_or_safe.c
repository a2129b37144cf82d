// expect: safe flags="--engine kind"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 3000
char flags[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N)
    return 0;
  while (__VERIFIER_nondet_int()) {
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < n)
      flags[k] = 1;
  }
  for (int i = 0; i < n; i++)
    assert(flags[i] == 0 || flags[i] == 1);
}
