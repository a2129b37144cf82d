// expect: unsafe line=7
#include <assert.h>

int main(void) {
  int n = 3;
  int size = sizeof(int[n++]);
  assert(n == 3 && size == 12);
}
