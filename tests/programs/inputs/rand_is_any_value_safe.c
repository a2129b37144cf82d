// expect: safe
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int r = rand();
  assert(r >= 0 && r <= RAND_MAX);
}
