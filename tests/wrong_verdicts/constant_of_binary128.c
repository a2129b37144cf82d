// expect: unsafe line=7
// 2026-11-16: reported safe, because the halves of a constant of type __float128 were swapped twice
#include <assert.h>

int main(void) {
    __float128 half = 0.5;
    assert(half + half != 1);
    return 0;
}
