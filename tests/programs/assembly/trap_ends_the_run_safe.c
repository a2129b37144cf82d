// expect: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3)
    __asm__ volatile("1:\tud2\n.pushsection __bug_table,\"a\"\n2:\t.long 1b - 2b\n\t.word %c0, 0\n.popsection" : : "i"(7));
  assert(x <= 3);
}
