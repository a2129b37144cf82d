// expect: unsafe line=10
#include <assert.h>

int main(void) {
  int m[3][4];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      m[i][j] = i * 4 + j;
  int *flat = &m[0][0];
  assert(m[2][1] == 9 && *(*(m + 1) + 2) == 5 && sizeof m[0] == 16);
  (void)flat;
}
