// expect: safe property=assertions
#include <assert.h>
#define N 100000
int a[N], b[N], c[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = 7;
  for (int i = 0; i < N; i++)
    b[i] = a[i];
  for (int i = 0; i < N; i++)
    c[i] = b[i];
  for (int i = 0; i < N; i++)
    assert(c[i] == 7);
}
