// expect: unsafe line=7
// 2026-11-18: said safe, because fmax chose one of two zeros, although C leaves the sign open (C11, F.10.9.2)
#include <assert.h>
#include <math.h>
int main(void) {
    volatile double zero = 0.0;
    assert(!signbit(fmax(zero, -zero)));
    return 0;
}
