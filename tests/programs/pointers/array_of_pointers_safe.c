// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a = 1, b = 2, c = 3;
  int *all[3] = {&a, &b, &c};
  unsigned i = __VERIFIER_nondet_uint() % 3;
  *all[i] += 10;
  assert(a + b + c == 16 && (i != 1 || b == 12));
}
