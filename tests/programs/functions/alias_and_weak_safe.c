// expect: safe
#include <assert.h>
int original(void) { return 4; }
int other(void) __attribute__((alias("original")));
__attribute__((weak)) int overridable(void) { return 1; }

int main(void) {
  assert(other() == 4 && overridable() == 1);
}
