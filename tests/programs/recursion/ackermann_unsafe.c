// expect: unsafe line=12
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}
int main(void) {
    unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    if (m > 2) return 0;
    unsigned result = ackermann(m, n);
    assert(m != 1 || result == n + 2 + (n == 3));
    assert(m != 2 || result == 2 * n + 3);
}
