// expect: safe
#include <assert.h>

int main(void) {
  assert(sizeof(1.0) == 8 && sizeof(1.0f) == 4 && 1e1 == 10 && .5 == 5e-1);
}
