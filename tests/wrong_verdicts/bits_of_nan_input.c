// expect: unsafe line=9
// 2026-11-16: reported safe, because a NaN that is an input was assumed to have one pattern of bits
#include <string.h>
extern void reach_error(void); extern double __VERIFIER_nondet_double(void);
int main(void) {
    double input = __VERIFIER_nondet_double();
    unsigned long long bits;
    memcpy(&bits, &input, sizeof bits);
    if (bits == 0xfff0000000000003ull) reach_error();
    return 0;
}
