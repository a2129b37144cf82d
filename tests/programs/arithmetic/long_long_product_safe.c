// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a > 100000 && a < 100010) {
    long long square = (long long)a * a;
    assert(square > 10000000000ll);
  }
}
