// expect: unsafe line=15
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int a = x, b = y;
  swap(&a, &a);
  assert(a == y && b == x);
}
