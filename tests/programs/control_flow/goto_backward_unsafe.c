// expect: unsafe line=10
#include <assert.h>

int main(void) {
  int i = 0, total = 0;
again:
  total += i;
  if (++i < 4)
    goto again;
  assert(total == 10);
}
