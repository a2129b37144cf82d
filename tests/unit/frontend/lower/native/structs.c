#include "native.h"

struct pair { int a; double b; };
struct big { int v[7]; char c; };
struct bits { unsigned a : 3; int b : 5; unsigned long long c : 40; };
union mixed { float f; unsigned u; unsigned char bytes[4]; };
struct pair make(int n) {
    struct pair p = {n, n / 2.0};
    return p;
}

struct big grow(struct big b, int n) {
    b.v[n % 7] += n;
    b.c ^= n;
    return b;
}

int main(void) {
    number s = 0;
    struct big b = {{1, 2, 3}, 'x'};
    struct bits f = {0};
    union mixed m;
    for (int i = 0; i < 20; i++) {
        struct pair p = make(i);
        s = mix(s, p.a);
        s = mix(s, p.b * 8);
        b = grow(b, i);
        s = mix(s, b.v[i % 7]);
        s = mix(s, b.c);
        f.a += i;
        f.b -= i;
        f.c = f.c * 77 + i;
        s = mix(s, f.a);
        s = mix(s, f.b);
        s = mix(s, f.c);
        m.f = i * 0.3f;
        s = mix(s, m.u);
        s = mix(s, m.bytes[i % 4]);
        struct pair q[2] = {[1] = p};
        s = mix(s, q[1].a + q[0].a);
        s = mix(s, (struct pair){.a = i}.a);
        s = mix(s, sizeof f + sizeof b);
    }
    finish(s);
    return 0;
}
