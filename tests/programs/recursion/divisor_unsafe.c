// expect: unsafe line=12
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int divisor(int a, int b) {
    if (a == b) return a;
    return a > b ? divisor(a - b, b) : divisor(a, b - a);
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a <= 0 || b <= 0) return 0;
    int found = divisor(a, b);
    assert(found > 0 && found <= a && found < b);
}
