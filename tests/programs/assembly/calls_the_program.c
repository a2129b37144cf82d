// expect: unknown why=approximation
#include <assert.h>

static int count;
void increment(void) { count++; }

int main(void) {
  __asm__ volatile("call increment" : : : "rax");
  assert(count == 0);
}
