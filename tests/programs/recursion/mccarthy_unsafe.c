// expect: unsafe line=9
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int ninety_one(int n) { return n > 100 ? n - 10 : ninety_one(ninety_one(n + 11)); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 1000) return 0;
    int result = ninety_one(n);
    assert(n != 99 || result != 91);
}
