// expect: unsafe line=12
#include <assert.h>

static int set_both(int *a, int *b) {
  *a = 1;
  *b = 2;
  return *a;
}

int main(void) {
  int x, y;
  assert(set_both(&x, &y) == 1 && set_both(&x, &x) == 1);
}
