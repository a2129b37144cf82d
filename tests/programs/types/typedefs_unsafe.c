// expect: unsafe line=10
#include <assert.h>
typedef unsigned char byte;
typedef byte row[3];
typedef row grid[2];

int main(void) {
  grid g = {{1, 2, 3}, {4, 5, 255}};
  g[1][2]++;
  assert(sizeof(grid) == 6 && g[1][2] == 256);
}
