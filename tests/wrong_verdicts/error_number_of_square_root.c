// expect: unsafe line=10
// 2026-11-18: reported safe, because the models of sqrt and fdim did not set errno where the library does
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    volatile double negative = -1;
    double root = sqrt(negative);
    assert(errno == 0);
    return root > 0;
}
