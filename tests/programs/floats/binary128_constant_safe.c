// expect: safe
#include <assert.h>

int main(void) {
    __float128 half = 0.5;
    assert(half + half == 1);
    return 0;
}
