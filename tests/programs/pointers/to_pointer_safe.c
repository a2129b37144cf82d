// expect: safe
#include <assert.h>

int main(void) {
  int x = 1, y = 2;
  int *p = &x;
  int **pp = &p;
  **pp = 5;
  *pp = &y;
  *p = 6;
  assert(x == 5 && y == 6);
}
