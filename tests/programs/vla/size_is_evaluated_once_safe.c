// expect: safe
#include <assert.h>

int main(void) {
  int n = 3;
  int size = sizeof(int[n++]);
  assert(n == 4 && size == 12);
}
