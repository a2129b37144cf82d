// expect: safe
#include <assert.h>

int main(void) {
  return 0;
  assert(0);
}
