// expect: safe property=assertions
#include <assert.h>
#define N 9000
int a[N];

int main(void) {
  for (int *p = a; p < a + N; p++)
    *p = 3;
  for (int *p = a; p != a + N; p++)
    assert(*p == 3);
}
