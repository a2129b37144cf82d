// expect: unsafe line=10
#include <assert.h>

int main(void) {
  int rows = 2, columns = 3;
  int m[rows][columns];
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      m[i][j] = 10 * i + j;
  assert(m[1][2] == 11 && sizeof m == 24);
}
