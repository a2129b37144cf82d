// expect: unsafe line=9
#include <assert.h>
#include <stdint.h>

int main(void) {
  int a[2] = {1, 2}, b[2] = {3, 4};
  intptr_t distance = (intptr_t)b - (intptr_t)a;
  *(a + distance / (intptr_t)sizeof(int) + 5) = 9; // a[0] when b begins five integers before a
  assert(a[0] == 1);
}
