// expect: safe
#include <assert.h>

int main(void) {
  long a = -1;
  unsigned b = 1;
  assert(a < b);
}
