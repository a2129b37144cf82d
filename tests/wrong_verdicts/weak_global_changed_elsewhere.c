// expect: unknown why=approximation
// 2026-11-15: said safe, because a function without body was taken to leave globals alone that are weak
#include <assert.h>
extern void touch(void);
__attribute__((weak)) int shared = 1;

int main(void) {
  touch();
  assert(shared == 1);
}
