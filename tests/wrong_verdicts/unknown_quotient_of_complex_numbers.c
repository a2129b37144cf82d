// expect: safe
// 2026-11-16: reported unsafe, because the compiler's routine for complex division was treated as a function without a body; it has a model now
#include <assert.h>
#include <complex.h>
int main(void) {
    volatile double complex two = 2.0;
    assert(creal(two / two) == 1.0);
    return 0;
}
