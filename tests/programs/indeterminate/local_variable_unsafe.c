// expect: unsafe line=6
#include <assert.h>

int main(void) {
  int x;
  assert(x == 0);
}
