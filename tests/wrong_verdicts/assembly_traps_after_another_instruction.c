// expect: unknown why=approximation
// 2026-11-19: said unsafe, because only assembly that consists of a trap alone was taken to end the run.
#include <assert.h>
int main(void) {
  __asm__ volatile("nop; ud2");
  assert(0);
}
