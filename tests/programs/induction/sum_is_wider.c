// expect: safe flags="--engine kind"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += 2;
  for (int i = 0; i < n; i++)
    sum -= 2;
  assert(sum == 0);
}
