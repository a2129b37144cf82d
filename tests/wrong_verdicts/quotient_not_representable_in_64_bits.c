// expect: unknown why=undefined-behaviour flags="--data-model ILP32"
// 2026-11-16: reported safe, because every division was assumed to trap when its result is not representable, but 64-bit ones on 32-bit machines do not
#include <assert.h>

int main(void) {
    volatile long long least = -0x7fffffffffffffffLL - 1, divisor = -1;
    assert(least % divisor != 0);
    return 0;
}
