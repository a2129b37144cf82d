// expect: unsafe line=15
#include <assert.h>
struct Pair {
  int first, second;
};

static int spoil(struct Pair p) {
  p.first = 0;
  return p.second;
}

int main(void) {
  struct Pair p = {3, 4};
  int second = spoil(p);
  assert(second == 4 && p.first == 0);
}
