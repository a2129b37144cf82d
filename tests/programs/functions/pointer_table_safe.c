// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }
static int (*const operation[])(int, int) = {add, subtract, multiply};

int main(void) {
  unsigned which = __VERIFIER_nondet_uint() % 3;
  int result = operation[which](6, 2);
  assert(result == 8 || result == 4 || result == 12);
}
