/* Functions of <math.h> that are exact by the bits of a number, for float and double: `real` is the
   type, `word` an integer with its bits, DIGITS the digits of its significand, BIAS that of its
   exponent, and names end in `_T`. */
real __surefoot_truncated_remainder_T(real x, real y);
real __surefoot_nearest_remainder_T(real x, real y);
void __surefoot_set_error_number(int number);
void __surefoot_assume(int condition);
int __surefoot_unknown_int(void);
long __surefoot_unknown_long(void);
long long __surefoot_unknown_llong(void);

static word library_bits_of_T(real x) {
    union {
        real number;
        word bits;
    } parts = {x};
    return parts.bits;
}

static real library_real_of_T(word bits) {
    union {
        word bits;
        real number;
    } parts = {bits};
    return parts.number;
}

static int library_exponent_of_T(real x) {
    word bits = library_bits_of_T(x);
    int exponent = (int)(bits >> (DIGITS - 1)) & (2 * BIAS + 1);
    if (exponent != 0)
        return exponent - BIAS;
    return ((int)(library_bits_of_T(x * ((word)1 << DIGITS)) >> (DIGITS - 1)) & (2 * BIAS + 1)) - BIAS - DIGITS;
}

real frexp_T(real x, int *exponent) {
    if (x == 0 || x != x || __builtin_isinf(x)) {
        *exponent = 0;
        return x;
    }
    *exponent = library_exponent_of_T(x) + 1;
    word bits = library_bits_of_T(__builtin_elementwise_abs(x) < library_real_of_T((word)1 << (DIGITS - 1)) ? x * ((word)1 << DIGITS) : x);
    word outside = (word)(2 * BIAS + 1) << (DIGITS - 1);
    return library_real_of_T((bits & ~outside) | (word)(BIAS - 1) << (DIGITS - 1));
}

/* At most one of the products is rounded: the first ones are exact, or the result is infinite. */
static real library_times_power_T(real x, long by) {
    real high = library_real_of_T((word)(2 * BIAS) << (DIGITS - 1));
    real low = library_real_of_T((word)(DIGITS + 1) << (DIGITS - 1));
    for (int round = 0; round < 2 && by > BIAS; round++)
        x *= high, by -= BIAS;
    for (int round = 0; round < 2 && by < 1 - BIAS; round++)
        x *= low, by += BIAS - DIGITS - 1;
    by = by > BIAS ? BIAS : by < 1 - BIAS ? 1 - BIAS : by;
    return x * library_real_of_T((word)(by + BIAS) << (DIGITS - 1));
}

real scalbln_T(real x, long by) {
    if (x == 0 || x != x || __builtin_isinf(x))
        return x;
    real scaled = library_times_power_T(x, by);
    if (scaled == 0 || __builtin_isinf(scaled))
        __surefoot_set_error_number(34); /* ERANGE */
    return scaled;
}

real scalbn_T(real x, int by) { return scalbln_T(x, by); }
real ldexp_T(real x, int by) { return scalbln_T(x, by); }

real logb_T(real x) {
    if (x == 0)
        return -__builtin_inf();
    if (x != x || __builtin_isinf(x))
        return x * x;
    return library_exponent_of_T(x);
}

int ilogb_T(real x) {
    if (x == 0 || x != x || __builtin_isinf(x)) {
        __surefoot_set_error_number(33); /* EDOM */
        return __builtin_isinf(x) ? __INT_MAX__ : -__INT_MAX__ - 1;
    }
    return library_exponent_of_T(x);
}

real modf_T(real x, real *whole) {
    *whole = __builtin_elementwise_trunc(x);
    return __builtin_copysign(__builtin_isinf(x) ? 0 : x - *whole, x);
}

real nextafter_T(real x, real y) {
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    word bits = library_bits_of_T(x);
    word sign = (word)1 << (8 * sizeof(real) - 1);
    if (x == 0)
        return library_real_of_T((library_bits_of_T(y) & sign) | 1);
    if ((x < y) == (x > 0))
        bits++;
    else
        bits--;
    real next = library_real_of_T(bits);
    if (__builtin_isinf(next) || __builtin_elementwise_abs(next) < library_real_of_T((word)1 << (DIGITS - 1)))
        __surefoot_set_error_number(34); /* ERANGE */
    return next;
}

real fmod_T(real x, real y) {
    if (x != x || y != y)
        return x + y;
    if (__builtin_isinf(x) || y == 0) {
        __surefoot_set_error_number(33); /* EDOM */
        return __builtin_nan("");
    }
    if (__builtin_isinf(y))
        return x;
    real rest = __surefoot_truncated_remainder_T(x, y);
    __surefoot_assume(__builtin_elementwise_abs(rest) < __builtin_elementwise_abs(y) && __builtin_elementwise_abs(rest) <= __builtin_elementwise_abs(x));
    return rest;
}

real remainder_T(real x, real y) {
    if (x != x || y != y)
        return x + y;
    if (__builtin_isinf(x) || y == 0) {
        __surefoot_set_error_number(33); /* EDOM */
        return __builtin_nan("");
    }
    if (__builtin_isinf(y))
        return x;
    real rest = __surefoot_nearest_remainder_T(x, y);
    __surefoot_assume(__builtin_elementwise_abs(rest) < __builtin_elementwise_abs(y));
    return rest;
}

real drem_T(real x, real y) { return remainder_T(x, y); }

/* The last three bits of the quotient follow from the remainder by eight times the divisor. Where
   they are 0, the result of a larger quotient may be 8. */
real remquo_T(real x, real y, int *quotient) {
    real rest = remainder_T(x, y);
    if (rest != rest)
        return rest;
    real size = __builtin_elementwise_abs(x), divisor = __builtin_elementwise_abs(y);
    if (__builtin_isinf(divisor)) {
        *quotient = 0;
        return rest;
    }
    int is_small = size < 7 * divisor;
    if (!__builtin_isinf(8 * divisor))
        size = __surefoot_truncated_remainder_T(size, 8 * divisor);
    int last = (int)__builtin_elementwise_roundeven((size - (__builtin_signbit(x) ? -rest : rest)) / divisor) & 7;
    if (last == 0 && !is_small && __surefoot_unknown_int())
        last = 8;
    *quotient = __builtin_signbit(x) != __builtin_signbit(y) ? -last : last;
    return rest;
}

static int library_fits_T(real x, int bits) {
    real limit = library_real_of_T((word)(bits - 1 + BIAS) << (DIGITS - 1));
    return -limit <= x && x < limit;
}

long lrint_T(real x) {
    real rounded = __builtin_elementwise_rint(x);
    return library_fits_T(rounded, 8 * sizeof(long)) ? (long)rounded : __surefoot_unknown_long();
}

long long llrint_T(real x) {
    real rounded = __builtin_elementwise_rint(x);
    return library_fits_T(rounded, 64) ? (long long)rounded : __surefoot_unknown_llong();
}

long lround_T(real x) {
    real rounded = __builtin_elementwise_round(x);
    return library_fits_T(rounded, 8 * sizeof(long)) ? (long)rounded : __surefoot_unknown_long();
}

long long llround_T(real x) {
    real rounded = __builtin_elementwise_round(x);
    return library_fits_T(rounded, 64) ? (long long)rounded : __surefoot_unknown_llong();
}
