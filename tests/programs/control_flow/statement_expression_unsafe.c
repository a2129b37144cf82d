// expect: unsafe line=10
#include <assert.h>

int main(void) {
  int x = 3;
  int y = ({
    int t = x * 2;
    t + 1;
  });
  assert(y == 6);
}
