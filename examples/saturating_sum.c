// Adds up eight readings, each at most 100; the sum can never pass 800.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned saturate(unsigned reading) { return reading > 100 ? 100 : reading; }

int main(void) {
    unsigned sum = 0;
    for (int i = 0; i < 8; i++)
        sum += saturate(__VERIFIER_nondet_uchar());
    assert(sum <= 800);
    return 0;
}
