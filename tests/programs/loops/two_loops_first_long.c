// expect: unsafe line=14
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, ok = 0;
  while (x < n)
    x++;
  int y = __VERIFIER_nondet_int();
  while (y > 0) {
    y--;
    ok = 1;
  }
  assert(ok || x < 6);
}
