// expect: unsafe line=8
#include <assert.h>

int main(void) {
  unsigned low, high, again;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  __asm__ volatile("rdtsc" : "=a"(again), "=d"(high));
  assert(again > low);
}
