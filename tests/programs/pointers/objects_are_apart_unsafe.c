// expect: unsafe line=9
#include <assert.h>

int main(void) {
  int x, y;
  int *p = &x, *q = &y;
  *p = 1;
  *q = 2;
  assert(p == q && *p == 1);
}
