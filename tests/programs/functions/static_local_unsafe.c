// expect: unsafe line=12
#include <assert.h>

static int next(void) {
  static int counter = 10;
  return counter++;
}

int main(void) {
  next();
  next();
  assert(next() == 10);
}
