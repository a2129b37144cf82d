// expect: safe
#include <assert.h>

int main(void) {
  assert(0x1.8p1 == 3.0 && 0x1p-2f == 0.25f);
}
