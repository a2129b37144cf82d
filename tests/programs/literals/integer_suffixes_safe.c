// expect: safe
#include <assert.h>

int main(void) {
  assert(sizeof(1) == 4 && sizeof(1ll) == 8 && 4294967295u + 1 == 0 && 0xffffffff > 0 && 010 == 8);
}
