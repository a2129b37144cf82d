#include "native.h"

static number s;
static void add(number n) {
    s = mix(s, n);
}

struct packed { char c; int i; short t; } __attribute__((packed));
struct bf { unsigned a:3; unsigned b:10; int c:4; unsigned :0; unsigned d:1; } gbf = {5, 700, -3, 1};
union un { double d; struct { int lo, hi; } p; char b[8]; } gun = {.p = {1, 2}};
struct flex { int n; int data[]; };
struct empty {};
struct nested { struct { int x; union { int y; float f; }; }; int z[2][2]; } gn = {{1, {.f = 2.5f}}, {{1,2},{3,4}}};
int *parr[3] = {&gn.z[0][1], &gn.z[1][0], 0};
const wchar_t *w = L"wide";
uintptr_t addr_diff;
static const char *const names[] = {"alpha", "beta"};
enum color { RED = -1, GREEN = 5, BLUE };
_Complex double cz(_Complex double a) {
    return a + 1.0;
}

unsigned _BitInt(37) wide37(unsigned _BitInt(37) x) {
    return x * 3 + 1;
}

struct five { char c[5]; };
struct five f5(struct five x) {
    x.c[4]++;
    return x;
}

struct two { float a, b; };
struct two f2(struct two x) {
    struct two r = {x.b, x.a};
    return r;
}

struct mixed { double d; long l; int i; };
struct mixed fm(struct mixed m, int k, struct five f) {
    m.l += k;
    m.i += f.c[0];
    return m;
}

struct one { int v; };
struct one f1(struct one o) {
    o.v *= 2;
    return o;
}

struct empty fe(struct empty e, int x) {
    add(x);
    return e;
}

int apply(struct one (*f)(struct one), int n) {
    return f((struct one){n}).v;
}

long sum(int n, int m[n][n]) {
    long t = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) t += m[i][j];
    return t;
}

static inline int inl(int x) {
    return x + 1;
}

_Bool bools(_Bool a, _Bool b) {
    return a ^ b;
}
__int128 big(__int128 a) {
    return a * a;
}
int deep(int n) {
    return n ? deep(n - 1) + 1 : 0;
}

int main(void) {
    struct packed p = {1, 2, 3};
    add(sizeof p);
    add(p.i + p.t);
    struct packed ps[2] = {p, {4, 5, 6}};
    add(ps[1].i);
    add(gbf.a + gbf.b + gbf.c + gbf.d);
    gbf.c = 7;
    add(gbf.c);
    add(gun.p.hi);
    add(gun.b[4]);
    gun.d = 1.5;
    add(gun.p.hi);
    struct flex *f = malloc(sizeof *f + 3 * sizeof(int));
    f->n = 3;
    for (int i = 0; i < 3; i++) f->data[i] = i * i;
    add(f->data[2]);
    free(f);
    add(gn.y);
    add(*parr[0] + *parr[1] + (parr[2] == 0));
    add(w[1]);
    add(names[1][2]);
    add(sizeof names / sizeof *names);
    enum color c = BLUE;
    add(c);
    c = RED;
    add(c < 0);
    switch (c) {
        case RED:
        add(1);
        break;
        case GREEN:
        case BLUE:
        add(2);
    }
    _Complex double z = cz(2.0 + 3.0i);
    add(__real__ z * 10);
    add(__imag__ z);
    add((number)wide37(100000000000uwb));
    add(f5((struct five){"abcd"}).c[4]);
    add(f2((struct two){1, 2}).a * 3);
    struct mixed m = fm((struct mixed){1.5, 2, 3}, 4, (struct five){"x"});
    add(m.l * 100 + m.i + m.d * 2);
    add(apply(f1, 21));
    fe((struct empty){}, 3);
    int sq[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    add(sum(3, sq));
    char *al = alloca(10);
    memset(al, 3, 10);
    add(al[9]);
    add(inl(3));
    add(bools(1, 1) + bools(0, 1) * 2);
    add((number)(big((__int128)1 << 40) >> 64));
    add(deep(50));
    add(offsetof(struct nested, z));
    int x = 3;
    int *xp = &x;
    int y = (*xp)++ + ++*xp;
    add(y + x);
    long long ll = INT64_MIN;
    add(ll / 3);
    add(ll % 7);
    add((unsigned)ll);
    short sh = (short)40000;
    add(sh);
    add((char)200);
    add(-7 / 2);
    add(-7 % 2);
    add(-7 >> 1);
    add((unsigned)-7 >> 1);
    char buf[16] = "hello";
    char *q = buf;
    while (*q) add(*q++);
    add(q - buf);
    add(sizeof buf);
    add("lit"[1]);
    add(__func__[0]);
    number arr[4] = {[2] = 9};
    add(arr[2] + arr[0]);
    int cond = 5;
    add(cond ?: 7);
    add((cond, 8));
    add(({ int t = 4; t * t; }));
    goto L;
    add(99);
    L:
    add(_Generic(x, int: 1, default: 2));
    add(x > 2 ? x < 10 ? 1 : 2 : 3);
    for (struct { int a, b; } it = {0, 9}; it.a < it.b; it.a++, it.b--) add(it.a * it.b);
    do {
        if (x++ == 7) break;
    } while (x < 20);
    add(x);
    static int st[3] = {1};
    st[1] += st[0]++;
    add(st[0] + st[1]);
    int v = 3;
    switch (v) {
        default:
        add(1);
        case 9:
        add(2);
        break;
        case 4:
        add(3);
    }
    unsigned char uc = 250;
    uc += 10;
    add(uc);
    float fl = 16777217;
    add(fl);
    add((int)3.99f);
    add(0.1 + 0.2 == 0.3);
    add(1e308 * 10 > 1e308);
    void *vp = &x;
    add(*(int *)vp);
    int (*fpa[2])(int) = {inl, deep};
    add(fpa[1](3));
    add(*(unsigned char *)&x);
    uint8_t by[4];
    memcpy(by, &x, 4);
    add(by[0]);
    add(memcmp(by, &x, 4));
    struct nested copy = gn;
    copy.z[1][1] = 9;
    add(gn.z[1][1] + copy.z[1][1]);
    struct nested *np = &copy;
    *np = gn;
    add(np->z[1][1]);
    unsigned sh2 = 33;
    add(1ull << sh2);
    add((int)(1u << 31) < 0);
    add(!!x);
    add(~0u);
    add(-1 < 0u);
    add(16);
    add((_Bool)0.5);
    add('\377');
    add(INT_MAX + 0u + 1);
    finish(s);
    return 0;
}
