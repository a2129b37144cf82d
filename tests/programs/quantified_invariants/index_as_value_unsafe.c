// expect: unsafe line=14
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 5000

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N)
    return 0;
  int numbers[N];
  for (int i = 0; i < n; i++)
    numbers[i] = 3 * i + 1;
  for (int i = 0; i < n; i++)
    assert(numbers[i] == 2 * i + 1);
}
