// z is the value that x had two iterations ago: the assertion is 2-inductive, but not 1-inductive.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 1, y = 0, z = 0;
    while (__VERIFIER_nondet_int()) {
        z = y;
        y = x;
        assert(z <= 1);
    }
    return 0;
}
