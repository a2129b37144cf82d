// expect: unsafe line=9
#include <assert.h>
static int state = 1;
static void advance(void) { state = state * 2 + 1; }

int main(void) {
  advance();
  advance();
  assert(state == 3);
}
