// expect: safe
#include <assert.h>

int main(void) {
  static void *const targets[] = {&&first, &&second};
  int which = 1;
  goto *targets[which];
first:
  which = 10;
second:
  which++;
  assert(which == 2);
}
