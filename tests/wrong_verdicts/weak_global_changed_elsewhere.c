// expect: unknown why=approximation
// 2026-11-15: reported safe, because a function without body was assumed not to modify weak globals
#include <assert.h>
extern void touch(void);
__attribute__((weak)) int shared = 1;

int main(void) {
  touch();
  assert(shared == 1);
}
