// expect: safe
#include <assert.h>

int main(void) {
  int a[6] = {[3] = 29, [0] = 15, [1] = 2};
  assert(a[3] == 29 && a[2] == 0);
}
