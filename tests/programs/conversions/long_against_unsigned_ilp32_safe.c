// expect: safe flags="--data-model ILP32"
#include <assert.h>

int main(void) {
  long a = -1;
  unsigned b = 1;
  assert(!(a < b));
}
