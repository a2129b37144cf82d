// expect: safe
#include <assert.h>

static void descend(int n, int *deepest) {
  int here = n;
  if (*deepest < n)
    *deepest = n;
  if (n < 4)
    descend(n + 1, deepest);
  if (here != n)
    *deepest = -1;
}

int main(void) {
  int deepest = 0;
  descend(0, &deepest);
  assert(deepest == 4);
}
