// expect: unsafe line=11
// 2026-11-16: reported safe, because the sign of a NaN was assumed to be positive, also of a negated one
#include <string.h>
extern void reach_error(void);

int main(void) {
    unsigned bits = 0x7fc00000u;
    float nan;
    memcpy(&nan, &bits, sizeof nan);
    float negated = -nan;
    if (__builtin_signbit(negated) && __builtin_signbitf(__builtin_copysignf(1, negated))) reach_error();
    return 0;
}
