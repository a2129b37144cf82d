// expect: unsafe line=10
#include <assert.h>

int main(void) {
  int a[4] = {1};
  struct {
    int x;
    int y[2];
  } s = {5};
  assert(a[3] == 0 && s.y[1] == 5);
}
