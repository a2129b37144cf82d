// expect: unsafe line=11
// 2026-11-16: reported safe, because the NaN of an invalid operation was assumed to have a positive sign
#include <string.h>
extern void reach_error(void);

int main(void) {
    volatile float zero = 0;
    float nan = zero / zero;
    unsigned bits;
    memcpy(&bits, &nan, sizeof bits);
    if (bits >> 31) reach_error();
    return 0;
}
