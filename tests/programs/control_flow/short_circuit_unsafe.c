// expect: unsafe line=13
#include <assert.h>
static int calls;
static int touch(int result) {
  calls++;
  return result;
}

int main(void) {
  int a = touch(0) && touch(1);
  int b = touch(1) || touch(0);
  int c = touch(0) | touch(1);
  assert(a == 0 && b == 1 && c == 1 && calls == 6);
}
