// expect: safe
#include <assert.h>

int main(void) {
  int a[] = {[5] = 1, 2, [1] = 7, 8, [2] = 9};
  assert(sizeof a / sizeof *a == 7 && a[1] == 7 && a[2] == 9 && a[6] == 2 && a[0] == 0);
}
