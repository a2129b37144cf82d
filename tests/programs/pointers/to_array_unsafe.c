// expect: unsafe line=8
#include <assert.h>

int main(void) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int (*row)[3] = m;
  row++;
  assert((*row)[0] == 2 && sizeof *row == 12);
}
