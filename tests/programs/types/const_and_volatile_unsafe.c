// expect: unsafe line=8
#include <assert.h>

int main(void) {
  const int c = 4;
  volatile int v = c;
  v = v + v;
  assert(v == 4);
}
