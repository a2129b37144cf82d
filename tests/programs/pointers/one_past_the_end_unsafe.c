// expect: unsafe line=8
#include <assert.h>

int main(void) {
  int a[3] = {1, 2, 3}, total = 0;
  for (int *p = a, *end = a + 3; p != end; p++)
    total += *p;
  assert(total == 5);
}
