// expect: unsafe line=12 flags="--engine bmc"
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned fuel = 9;
    int burnt = 0;
    while (fuel >= 3) {
        int rate = __VERIFIER_nondet_uint() % 4;
        fuel -= 3;
        if (rate) burnt += rate;
    }
    assert(burnt < 9);
    return 0;
}
