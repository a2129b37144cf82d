// expect: unknown why=approximation
// 2026-11-19: said unsafe, because the effect of a call in inline assembly was missing in the run.
#include <assert.h>
static int count;
void increment(void) { count++; }
int main(void) {
  __asm__ volatile("call increment" : : : "rax");
  assert(count == 1);
}
