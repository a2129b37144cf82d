// expect: safe
#include <assert.h>

static int zero(void) { return 0; }
static int one(void) { return 1; }

int main(void) {
  int (*f)(void) = zero;
  int (*g)(void) = &zero;
  assert(f == g && f != one);
}
