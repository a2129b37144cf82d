// expect: unknown why=approximation
// 2026-11-19: said unsafe, because the write of the assembly was missing in the run.
#include <assert.h>
static int written;
int main(void) {
  __asm__ volatile("movl $5,(%0)" : : "r"(&written) : "memory");
  assert(written == 5);
}
