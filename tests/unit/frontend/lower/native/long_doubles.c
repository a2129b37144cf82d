#include "native.h"

long double kept[3];
long double third(int n) {
    return (long double)n / 3;
}

int main(void) {
    number s = 0;
    for (int i = -5; i < 6; i++) {
        kept[(i + 9) % 3] = third(i) + 1e-4L;
        long double d = kept[(i + 9) % 3];
        s = mix(s, (long long)(d * 1e15L));
        s = mix(s, d > third(i));
        s = mix(s, (double)d < d);
        s = mix(s, isnan(d / 0.0L * 0.0L) != 0);
        s = mix(s, signbit(d) != 0);
    }
    finish(s);
    return 0;
}
