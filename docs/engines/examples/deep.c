// The bug needs 40,000,000 iterations.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), s = 0;
    for (unsigned i = 0; i < n; i++)
        s += 3;
    assert(s != 120000000);
    return 0;
}
