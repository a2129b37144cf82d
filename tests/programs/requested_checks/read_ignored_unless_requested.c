// expect: safe property=assertions
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
int main(void) {
    int value, other = __VERIFIER_nondet_int();
    if (other > 3)
        value = other;
    assert(value == value);
    return 0;
}
