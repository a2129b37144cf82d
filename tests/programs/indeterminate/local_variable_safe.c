// expect: safe
#include <assert.h>

int main(void) {
  int x = 0;
  assert(x == 0);
}
