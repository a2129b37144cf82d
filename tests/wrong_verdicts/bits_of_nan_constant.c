// expect: unsafe line=10
// 2026-11-16: reported safe, because all constant NaNs were assumed to have the same bits
#include <string.h>
extern void reach_error(void);
static double nan = -__builtin_nan("5");

int main(void) {
    unsigned long long bits;
    memcpy(&bits, &nan, sizeof bits);
    if (bits == 0xfff8000000000005ull) reach_error();
    return 0;
}
