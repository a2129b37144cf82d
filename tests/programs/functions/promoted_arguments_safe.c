// expect: safe flags="-Wno-deprecated-non-prototype"
#include <assert.h>

int sum();

int main(void) {
  char small = 'a';
  assert(sum(small, 2.0f, 3L) == 102);
}

int sum(c, x, l) char c; float x; long l; { return c + (int)x + (int)l; }
