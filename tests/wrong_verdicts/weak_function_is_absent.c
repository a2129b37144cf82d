// expect: unsafe line=7
// 2026-11-15: reported safe, because a weak function that nothing defines was given an address; it is null unless another file defines it
#include <assert.h>
extern int optional(void) __attribute__((weak));

int main(void) {
  assert(optional);
}
