// expect: unsafe line=13
#include <assert.h>

/* The kernel replaces the instruction by a jump. */
static int is_enabled(void) {
  __asm__ goto("1: nop\n\t.pushsection __jump_table, \"aw\"\n\t.long 1b, %l0\n\t.popsection" : : : : yes);
  return 0;
yes:
  return 1;
}

int main(void) {
  assert(!is_enabled());
}
