// expect: unsafe line=5
#include <assert.h>

int main(void) {
  assert(0x1.8p1 == 1.5 && 0x1p-2f == 0.25f);
}
