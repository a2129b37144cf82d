// expect: unsafe line=6 flags="--function clamp"
#include <assert.h>

static int clamp(int x) {
  int clamped = x > 9 ? 9 : x;
  assert(clamped < 9);
  return clamped;
}
