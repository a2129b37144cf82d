// expect: unsafe line=8
#include <assert.h>

static inline int square(int x) { return x * x; }
int later();

int main(void) {
  assert(square(4) + later(3) == 20);
}

int later(int x) { return x; }
