// expect: safe
// 2026-11-18: the twin of larger_of_two_zeros.c: the result is a zero, and the sign of two equal zeros is theirs
#include <assert.h>
#include <math.h>
int main(void) {
    volatile float zero = 0.0f;
    assert(fmaxf(zero, -zero) == 0 && !signbit(fminf(zero, zero)) && signbit(fminf(-zero, -1.0f)));
    return 0;
}
