// expect: unsafe line=12
#include <assert.h>

static int sum(const int *values, int count) {
  int total = 0;
  while (count--)
    total += *values++;
  return total;
}

int main(void) {
  assert(sum((int[]){1, 2, 3}, 3) == 5);
}
