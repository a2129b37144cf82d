// expect: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int test_and_set(unsigned long *map, long bit) {
  int was_set;
  __asm__ volatile("lock; bts %2,%1\n\tsbb %0,%0" : "=r"(was_set), "+m"(*map) : "Ir"(bit) : "memory");
  return was_set;
}

int main(void) {
  unsigned long map = 0;
  int x = __VERIFIER_nondet_int(), y = x;
  assert(!test_and_set(&map, 3));
  assert(test_and_set(&map, 3));
  assert(map == 8);
  __asm__("negl %0\n\tnotl %0" : "+r"(y));
  assert(y == x - 1 || x == -2147483647 - 1);
  __asm__ goto("testl %0,%0\n\tjs %l1" : : "r"(x) : "cc" : negative);
  assert(x >= 0);
  return 0;
negative:
  assert(x < 0);
  return 0;
}
