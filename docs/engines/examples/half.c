// half(n) is n / 2, by recursion of unbounded depth.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

unsigned half(unsigned n) {
    if (n < 2)
        return 0;
    return half(n - 2) + 1;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    assert(half(n) <= n);
    return 0;
}
