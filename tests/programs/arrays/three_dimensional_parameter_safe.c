// expect: safe
#include <assert.h>

static int pick(int cube[][2][3], int i, int j, int k) {
  return cube[i][j][k];
}

int main(void) {
  int cube[2][2][3] = {{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {10, 11, 12}}};
  assert(pick(cube, 1, 0, 2) == 9);
}
