/* Complex products and quotients, under the names that compilers call, and the functions of
   <complex.h> that compute nothing new. */

double __surefoot_havocked_double(void);

/* C11, Annex G.5.1: the product is infinite if a factor is infinite, even if both parts of the
   result are NaN. */
#define LIBRARY_COMPLEX(real, x, y) __builtin_complex((real)(x), (real)(y))
#define LIBRARY_BOX(real, x) __builtin_copysign(__builtin_isinf(x) ? (real)1 : (real)0, x)
#define LIBRARY_ZERO(real, x) __builtin_copysign((real)0, x)
#define LIBRARY_MULTIPLY(real)                                                                        \
    real ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                              \
    real x = ac - bd, y = ad + bc;                                                                    \
    if (x != x && y != y) {                                                                           \
        int again = 0;                                                                                \
        if (__builtin_isinf(a) || __builtin_isinf(b)) {                                               \
            a = LIBRARY_BOX(real, a), b = LIBRARY_BOX(real, b), again = 1;                            \
            c = c != c ? LIBRARY_ZERO(real, c) : c, d = d != d ? LIBRARY_ZERO(real, d) : d;           \
        }                                                                                             \
        if (__builtin_isinf(c) || __builtin_isinf(d)) {                                               \
            c = LIBRARY_BOX(real, c), d = LIBRARY_BOX(real, d), again = 1;                            \
            a = a != a ? LIBRARY_ZERO(real, a) : a, b = b != b ? LIBRARY_ZERO(real, b) : b;           \
        }                                                                                             \
        if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) { \
            a = a != a ? LIBRARY_ZERO(real, a) : a, b = b != b ? LIBRARY_ZERO(real, b) : b;           \
            c = c != c ? LIBRARY_ZERO(real, c) : c, d = d != d ? LIBRARY_ZERO(real, d) : d, again = 1; \
        }                                                                                             \
        if (again)                                                                                    \
            x = (real)__builtin_inf() * (a * c - b * d), y = (real)__builtin_inf() * (a * d + b * c); \
    }                                                                                                 \
    return LIBRARY_COMPLEX(real, x, y)

/* The divisor is scaled so that its larger part is in [1, 2), as in LLVM's run-time library.
   Run-time libraries differ for divisors below `least`. */
#define LIBRARY_DIVIDE(real, least, exponent, scaled)                                                           \
    real larger = __builtin_elementwise_abs(c) < __builtin_elementwise_abs(d) ? __builtin_elementwise_abs(d) : __builtin_elementwise_abs(c); \
    if (larger > 0 && larger < least)                                                                 \
        return LIBRARY_COMPLEX(real, __surefoot_havocked_double(), __surefoot_havocked_double());       \
    int by = c == c && d == d && larger > 0 && !__builtin_isinf(larger) ? exponent(larger) : 0; \
    if (by != 0)                                                                                      \
        c = scaled(c, -by), d = scaled(d, -by);                                                       \
    real divisor = c * c + d * d;                                                                     \
    real x = (a * c + b * d) / divisor, y = (b * c - a * d) / divisor;                                \
    if (by != 0)                                                                                      \
        x = scaled(x, -by), y = scaled(y, -by);                                                       \
    if (x != x && y != y) {                                                                           \
        if (divisor == 0 && (a == a || b == b)) {                                                     \
            x = __builtin_copysign((real)__builtin_inf(), c) * a;                                     \
            y = __builtin_copysign((real)__builtin_inf(), c) * b;                                     \
        } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) { \
            a = LIBRARY_BOX(real, a), b = LIBRARY_BOX(real, b);                                       \
            x = (real)__builtin_inf() * (a * c + b * d), y = (real)__builtin_inf() * (b * c - a * d); \
        } else if (__builtin_isinf(larger) && __builtin_isfinite(a) && __builtin_isfinite(b)) {       \
            c = LIBRARY_BOX(real, c), d = LIBRARY_BOX(real, d);                                       \
            x = 0 * (a * c + b * d), y = 0 * (b * c - a * d);                                         \
        }                                                                                             \
    }                                                                                                 \
    return LIBRARY_COMPLEX(real, x, y)

static int library_exponent(double x) {
    union {
        double number;
        unsigned long long bits;
    } parts = {x};
    int found = 0;
    if (x < 0x1p-1022)
        parts.number = x * 0x1p64, found = -64;
    return found + (int)(parts.bits >> 52 & 0x7ff) - 1023;
}

static double library_power_of_two(int exponent) {
    union {
        unsigned long long bits;
        double number;
    } parts = {(unsigned long long)(exponent + 1023) << 52};
    return parts.number;
}

static double library_scaled(double x, int by) {
    return x * library_power_of_two(by / 2) * library_power_of_two(by - by / 2);
}

static float library_scaledf(float x, int by) {
    return (float)(x * library_power_of_two(by));
}

double _Complex __muldc3(double a, double b, double c, double d) {
    LIBRARY_MULTIPLY(double);
}

float _Complex __mulsc3(float a, float b, float c, float d) {
    LIBRARY_MULTIPLY(float);
}

double _Complex __divdc3(double a, double b, double c, double d) {
    LIBRARY_DIVIDE(double, 0x1p-1022, library_exponent, library_scaled);
}

float _Complex __divsc3(float a, float b, float c, float d) {
    LIBRARY_DIVIDE(float, 0x1p-126f, library_exponent, library_scaledf);
}

double creal(double _Complex z) { return __real__ z; }
double cimag(double _Complex z) { return __imag__ z; }
double _Complex conj(double _Complex z) { return ~z; }
float crealf(float _Complex z) { return __real__ z; }
float cimagf(float _Complex z) { return __imag__ z; }
float _Complex conjf(float _Complex z) { return ~z; }
