#include "native.h"

int main(void) {
    number s = 0;
    double d = 0.1;
    float f = 0.1f;
    union { double d; number n; } bits;
    for (int i = 1; i < 30; i++) {
        d = d * 1.7 - i / 3.0;
        f = f / 1.3f + i;
        bits.d = d + f;
        s = mix(s, bits.n);
        s = mix(s, (long)d);
        s = mix(s, (unsigned char)f);
        s = mix(s, d < f);
        s = mix(s, isnan(d - d) || d != d);
        bits.d = sqrt(fabs(d));
        s = mix(s, bits.n);
        bits.d = floor(d) + ceil(f) + trunc(d) + rint(d) + fmin(d, f);
        s = mix(s, bits.n);
        bits.d = copysign(f, d);
        s = mix(s, bits.n);
        s = mix(s, signbit(d) != 0);
        s = mix(s, fpclassify(d));
        s = mix(s, (float)d == f);
        bits.d = -(d / 0.0);
        s = mix(s, bits.n);
        s = mix(s, isinf(bits.d) != 0);
        s = mix(s, d <= f || d > f);
    }
    finish(s);
    return 0;
}
