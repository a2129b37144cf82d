/* Functions of <math.h> whose results are havocked within a range, for all types: `real` is the type,
   names end in `_T`. Special values are exact. Ranges and signs follow from monotonicity. */
real __surefoot_havocked_real_T(void);
void __surefoot_set_error_number(int number);
void __surefoot_forget_error_number(int failed);

/* Values outside of the range are moved into it, not excluded: an assumption, or a branch, would make
   what follows depend on the result. */
static real library_between_T(real least, real most) {
    return __builtin_elementwise_min(__builtin_elementwise_max(__surefoot_havocked_real_T(), least), most);
}

static real library_undefined_T(void) {
    __surefoot_set_error_number(33); /* EDOM */
    return __builtin_nan("");
}

static real library_pole_T(real result) {
    __surefoot_set_error_number(34); /* ERANGE */
    return result;
}

/* A result that may underflow or overflow, which is reported then. */
static real library_rounded_T(real least, real most) {
    real found = library_between_T(least, most);
    real size = __builtin_elementwise_abs(found);
    __surefoot_forget_error_number((size < LEAST) | (size > GREATEST));
    return found;
}

/* A circular function of x, not 0. */
static real library_wave_T(real x) {
    if (x != x)
        return x;
    if (__builtin_isinf(x))
        return library_undefined_T();
    return library_between_T(-1, 1);
}

real sin_T(real x) { return x == 0 ? x : library_wave_T(x); }
real cos_T(real x) { return x == 0 ? 1 : library_wave_T(x); }
real tan_T(real x) {
    if (x == 0 || x != x)
        return x;
    if (__builtin_isinf(x))
        return library_undefined_T();
    return library_between_T(-GREATEST, GREATEST);
}

void sincos_T(real x, real *sine, real *cosine) {
    *sine = sin_T(x);
    *cosine = cos_T(x);
}

/* An odd, increasing function with values between 0 and `most` for positive x. */
static real library_odd_T(real x, real most) {
    if (x == 0 || x != x)
        return x;
    return x > 0 ? library_rounded_T(0, most) : library_rounded_T(-most, 0);
}

real asin_T(real x) { return x < -1 || x > 1 ? library_undefined_T() : library_odd_T(x, (real)1.6); }
real acos_T(real x) {
    if (x != x)
        return x;
    if (x < -1 || x > 1)
        return library_undefined_T();
    if (x == 1)
        return 0;
    return x >= 0 ? library_between_T(0, (real)1.6) : library_between_T((real)1.5, (real)3.2);
}
real atan_T(real x) { return library_odd_T(x, (real)1.6); }
real atan2_T(real y, real x) {
    if (x != x || y != y)
        return x + y;
    if (y == 0 && (x > 0 || (x == 0 && !__builtin_signbit(x))))
        return y;
    real found = library_rounded_T(0, x > 0 ? (real)1.6 : (real)3.2);
    return __builtin_copysign(found, y);
}

real sinh_T(real x) { return library_odd_T(x, __builtin_inf()); }
real cosh_T(real x) { return x != x ? x : x == 0 ? 1 : library_rounded_T(1, __builtin_inf()); }
real tanh_T(real x) { return library_odd_T(x, 1); }
real asinh_T(real x) { return library_odd_T(x, __builtin_elementwise_abs(x)); }
real acosh_T(real x) {
    if (x != x)
        return x;
    return x < 1 ? library_undefined_T() : x == 1 ? 0 : library_between_T(0, x);
}
real atanh_T(real x) {
    if (x == 1 || x == -1)
        return library_pole_T(x * __builtin_inf());
    return x < -1 || x > 1 ? library_undefined_T() : library_odd_T(x, __builtin_inf());
}
real erf_T(real x) { return library_odd_T(x, 1); }
real erfc_T(real x) {
    if (x != x)
        return x;
    return x == 0 ? 1 : x > 0 ? library_rounded_T(0, 1) : library_between_T(1, 2);
}

/* An exponential function: positive, 1 at 0, increasing. */
static real library_exponential_T(real x) {
    if (x != x)
        return x;
    if (__builtin_isinf(x))
        return x > 0 ? x : 0;
    if (x == 0)
        return 1;
    return x > 0 ? library_rounded_T(1, __builtin_inf()) : library_rounded_T(0, 1);
}

real exp_T(real x) { return library_exponential_T(x); }
real exp2_T(real x) { return library_exponential_T(x); }
real exp10_T(real x) { return library_exponential_T(x); }
real expm1_T(real x) {
    if (x == 0 || x != x)
        return x;
    return x > 0 ? library_rounded_T(0, __builtin_inf()) : library_rounded_T(-1, 0);
}

/* A logarithm: 0 at 1, increasing, below its argument. */
static real library_logarithm_T(real x) {
    if (x != x)
        return x;
    if (x == 0)
        return library_pole_T(-__builtin_inf());
    if (x < 0)
        return library_undefined_T();
    if (x == 1 || __builtin_isinf(x))
        return x == 1 ? 0 : x;
    return x > 1 ? library_between_T(0, 20000) : library_between_T(-20000, 0);
}

real log_T(real x) { return library_logarithm_T(x); }
real log2_T(real x) { return library_logarithm_T(x); }
real log10_T(real x) { return library_logarithm_T(x); }
real log1p_T(real x) {
    if (x == 0 || x != x || (__builtin_isinf(x) && x > 0))
        return x;
    if (x == -1)
        return library_pole_T(-__builtin_inf());
    if (x < -1)
        return library_undefined_T();
    return x > 0 ? library_rounded_T(0, 20000) : library_rounded_T(-20000, 0);
}

real cbrt_T(real x) {
    if (x == 0 || x != x || __builtin_isinf(x))
        return x;
    real size = __builtin_elementwise_abs(x);
    return __builtin_copysign(size >= 1 ? library_between_T(1, size) : library_between_T(size, 1), x);
}

real hypot_T(real x, real y) {
    if (__builtin_isinf(x) || __builtin_isinf(y))
        return __builtin_inf();
    if (x != x || y != y)
        return x + y;
    real larger = __builtin_elementwise_abs(x), smaller = __builtin_elementwise_abs(y);
    if (larger < smaller) {
        real other = larger;
        larger = smaller;
        smaller = other;
    }
    return smaller == 0 ? larger : library_rounded_T(larger, 2 * larger);
}

/* Whether y is an odd (1), an even (2) or no integer (0). */
static int library_parity_T(real y) {
    if (__builtin_elementwise_trunc(y) != y)
        return 0;
    return __builtin_elementwise_trunc(y / 2) * 2 == y ? 2 : 1;
}

real pow_T(real x, real y) {
    if (y == 0 || x == 1)
        return 1;
    if (x != x || y != y)
        return x + y;
    if (y == 1)
        return x;
    real size = __builtin_elementwise_abs(x);
    int parity = __builtin_isinf(y) ? 2 : library_parity_T(y);
    if (x == 0 || __builtin_isinf(x)) {
        real result = (x == 0) == (y > 0) ? 0 : __builtin_inf();
        if (x == 0 && y < 0 && !__builtin_isinf(y))
            __surefoot_set_error_number(34); /* ERANGE */
        return parity == 1 ? __builtin_copysign(result, x) : result;
    }
    if (__builtin_isinf(y))
        return size == 1 ? 1 : (size > 1) == (y > 0) ? __builtin_inf() : 0;
    if (x < 0 && parity == 0)
        return library_undefined_T();
    real found = size == 1 ? 1 : (size > 1) == (y > 0) ? library_rounded_T(1, __builtin_inf()) : library_rounded_T(0, 1);
    return x < 0 && parity == 1 ? -found : found;
}

real tgamma_T(real x) {
    if (x != x || (__builtin_isinf(x) && x > 0))
        return x;
    if (x == 0)
        return library_pole_T(__builtin_copysign(__builtin_inf(), x));
    if (x < 0 && library_parity_T(x) != 0)
        return library_undefined_T();
    return library_rounded_T(x > 0 ? (real)0.8 : -__builtin_inf(), __builtin_inf());
}
