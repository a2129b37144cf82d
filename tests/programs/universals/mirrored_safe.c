// expect: safe property=assertions
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
#define N 6000
char a[N], b[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_char();
  for (int i = 0; i < N; i++)
    b[N - 1 - i] = a[i];
  for (int i = 0; i < N; i++)
    assert(b[i] == a[N - 1 - i]);
}
