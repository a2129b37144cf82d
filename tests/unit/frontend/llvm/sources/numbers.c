/* Arithmetic and conversions of every width and kind. */
float payload = __builtin_nanf("0x1234"), tiny = 1e-45f, tenth = 0.1f, negative_zero = -0.0f;
double infinite = __builtin_inf(), not_a_number = __builtin_nan(""), third = 1.0 / 3, plain = 3.5;
long double extended = 3.14L;
_Float16 half = 1.5f16;

int integers(int a, unsigned b, signed char c, unsigned short d, long long e, unsigned long long f, _Bool g) {
    a += b * c - d / (a | 1) % 7;
    e = e << 3 >> c & ~f ^ (f >> 5) | g;
    b = b / 3 % 5 >> 1;
    d = (unsigned short)e;
    c++;
    g = a;
    return a < b && c >= d || e == f ? -a : !g + (a > 3) + (int)(f <= 9) + (int)e;
}

double reals(float x, double y, long double z, int i, unsigned long long u) {
    x = -x * 2 + x / 3 - i;
    y += x + u + z;
    z = y;
    i = (int)y + (unsigned)x + (long long)z + (unsigned char)x;
    return x < y || y != z || i >= x ? y : __builtin_isnan(x) + __builtin_fabs(y) + (float)y;
}

_BitInt(37) odd_width(_BitInt(37) x) { return x + 1; }

int signum(int x) { return x ? 1 : 0 - 1; }

int checked(int a, int b) {
    int sum;
    return __builtin_add_overflow(a, b, &sum) ? 0 : sum;
}

long pointers(char *p, char *q, int *r) { return (p - q) + (long)r + (p < q) + *(r + 3) + (p == 0) + ((int *)7L)[-1]; }
