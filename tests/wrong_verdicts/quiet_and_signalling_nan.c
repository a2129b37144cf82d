// expect: unsafe line=10
// 2026-11-16: reported safe, because every NaN was assumed to be quiet
#include <string.h>
extern void reach_error(void);

int main(void) {
    unsigned bits = 0x7fa00000u;
    float nan;
    memcpy(&nan, &bits, sizeof nan);
    if (__builtin_isfpclass(nan, 1) && !__builtin_isfpclass(nan, 2)) reach_error();
    return 0;
}
