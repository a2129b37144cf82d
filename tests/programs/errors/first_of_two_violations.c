// expect: unsafe line=6
#include <assert.h>

int main(void) {
  int x = 1;
  assert(x == 2);
  assert(x == 3);
}
