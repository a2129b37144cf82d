// expect: safe property=assertions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5000)
    return 0;
  int squares[5000];
  for (int i = 0; i < n; i++)
    squares[i] = 3 * i + 1;
  for (int i = 0; i < n; i++)
    assert(squares[i] == 3 * i + 1);
}
