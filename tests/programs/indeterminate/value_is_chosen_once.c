// expect: safe
#include <assert.h>

int main(void) {
  int x;
  int a = x, b = x;
  assert(a == b);
}
