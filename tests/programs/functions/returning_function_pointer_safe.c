// expect: safe
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

static int twice(int x) { return 2 * x; }
static int same(int x) { return x; }
static int (*choose(int doubled))(int) {
  return doubled ? twice : same;
}

int main(void) {
  int doubled = __VERIFIER_nondet_bool();
  assert(choose(doubled)(10) == (doubled ? 20 : 10));
}
