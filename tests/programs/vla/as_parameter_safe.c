// expect: safe
#include <assert.h>

static int corner(int rows, int columns, int m[rows][columns]) {
  return m[rows - 1][columns - 1];
}

int main(void) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  assert(corner(2, 3, m) == 6);
}
