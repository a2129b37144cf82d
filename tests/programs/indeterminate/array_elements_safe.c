// expect: safe
#include <assert.h>

int main(void) {
  int a[3];
  a[0] = 1;
  a[1] = 1;
  assert(a[1] == 1);
}
