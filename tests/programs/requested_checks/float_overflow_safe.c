// expect: safe property=float-overflow
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    double wide = x, any = __VERIFIER_nondet_double();
    float narrow = 0;
    if (x > 0 && x < 1e19f)
        wide = x * x;
    if (any > -3e38 && any < 3e38)
        narrow = any;
    wide = wide * wide + INFINITY + 1.0 / narrow;
    return wide > sqrt(any);
}
