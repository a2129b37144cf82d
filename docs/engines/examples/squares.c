// The sum of the first odd numbers is a square.
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong(), i = 0, s = 0;
    while (i < n) {
        s += 2 * i + 1;
        i++;
    }
    assert(s == n * n);
    return 0;
}
