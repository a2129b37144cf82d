// expect: unsafe line=16
// 2026-11-16: reported safe, because the sum of two NaNs was assumed not to depend on their order
#include <string.h>
extern void reach_error(void);

int main(void) {
    unsigned bits[2] = {0x7fc00001u, 0x7fc00002u}, sums[2];
    float one, other;
    memcpy(&one, &bits[0], sizeof one);
    memcpy(&other, &bits[1], sizeof other);
    float forth = one + other;
    float back = other + one;
    memcpy(&sums[0], &forth, sizeof forth);
    memcpy(&sums[1], &back, sizeof back);

    if (sums[0] != sums[1]) reach_error();
    return 0;
}
