// expect: unknown why=approximation
// 2026-11-18: said unsafe, because the errno that a library function without a model leaves did not count as made up
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    volatile double positive = 2;
    double logarithm = log(positive);
    assert(errno == 0);
    return logarithm > 0;
}
