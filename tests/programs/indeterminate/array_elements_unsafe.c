// expect: unsafe line=8
#include <assert.h>

int main(void) {
  int a[3];
  a[0] = 1;
  a[1] = 1;
  assert(a[2] == 1);
}
