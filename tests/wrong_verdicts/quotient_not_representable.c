// expect: unknown why=undefined-behaviour
// 2026-11-16: reported safe, because every division was assumed to trap when its result is not representable, but 128-bit ones do not
#include <assert.h>

int main(void) {
    volatile __int128 least = (__int128)((unsigned __int128)1 << 127), divisor = -1;
    __int128 quotient = least / divisor;
    assert(quotient > 0);
    return 0;
}
