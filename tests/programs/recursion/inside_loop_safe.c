// expect: safe
#include <assert.h>

static int depth(int n) {
  int best = 0;
  for (int i = 1; i <= n; i++) {
    int d = depth(n - i);
    if (d > best)
      best = d;
  }
  return best + 1;
}

int main(void) {
  assert(depth(3) == 4);
}
