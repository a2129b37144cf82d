// The lock alternates whatever the arithmetic on x computes.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), old;
    int lock = 0;
    do {
        assert(lock == 0);
        lock = 1;
        old = x;
        if (__VERIFIER_nondet_uint()) {
            x = x * x + 7;
            lock = 0;
        }
    } while (x != old);
    return 0;
}
