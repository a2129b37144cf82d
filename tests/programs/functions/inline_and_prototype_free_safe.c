// expect: safe
#include <assert.h>

static inline int square(int x) { return x * x; }
int later();

int main(void) {
  assert(square(4) + later(3) == 19);
}

int later(int x) { return x; }
