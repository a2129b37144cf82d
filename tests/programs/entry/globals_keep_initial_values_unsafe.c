// expect: unsafe line=7 flags="--function step"
#include <assert.h>
static int state = 2;

void step(void) {
  state++;
  assert(state == 2);
}
