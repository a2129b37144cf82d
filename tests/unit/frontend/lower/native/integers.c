#include "native.h"

int main(void) {
    number s = 0;
    signed char c = -100;
    unsigned short u = 65535;
    long long l = -5000000000;
    _Bool b = 7;
    __int128 w = l;
    for (int i = -3; i < 40; i++) {
        s = mix(s, c * i);
        s = mix(s, u / (i ? i : 1));
        s = mix(s, l % (i ? i : 9));
        s = mix(s, l >> (i & 31));
        s = mix(s, (unsigned)i << (i & 15));
        s = mix(s, b + !i);
        s = mix(s, (unsigned char)(c - i));
        s = mix(s, ~i);
        s = mix(s, i < u);
        s = mix(s, (unsigned)i > 5u);
        s = mix(s, -i);
        w = w * 3 + i;
        s = mix(s, w >> 70);
    }
    finish(s);
    return 0;
}
