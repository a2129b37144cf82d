// expect: unsafe line=7
#include <assert.h>

int main(void) {
  int a[6] = {0, 1, 2, 3, 4, 5};
  int *p = a + 1, *q = &a[5];
  assert(q - p == 4 && *(p + 2) == 2 && p[-1] == 0 && *--q == 4);
}
