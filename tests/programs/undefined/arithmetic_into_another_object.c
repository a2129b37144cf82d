// expect: unknown why=undefined-behaviour
#include <assert.h>
#include <stdint.h>

int main(void) {
  int a[2] = {1, 2}, b[2] = {3, 4};
  intptr_t distance = (intptr_t)b - (intptr_t)a;
  *(a + distance / (intptr_t)sizeof(int) + 5) = 9;
  assert(a[0] == 1);
}
