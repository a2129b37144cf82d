// expect: safe
#include <assert.h>

static int sum(int *previous, int n) {
  int mine = n + (previous ? *previous : 0);
  return n == 3 ? mine : sum(&mine, n + 1);
}

int main(void) {
  assert(sum(0, 0) == 6);
}
