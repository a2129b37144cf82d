/* <math.h>: classification, also under the names that glibc's macros call, magnitude, and square
   roots. */
void __surefoot_set_error_number(int number);

int isnan(double x) { return x != x; }
int isinf(double x) { return __builtin_isinf_sign(x); }
int finite(double x) { return __builtin_isfinite(x) != 0; }
int __isnan(double x) { return x != x; }
int __isinf(double x) { return __builtin_isinf_sign(x); }
int __finite(double x) { return __builtin_isfinite(x) != 0; }
int __signbit(double x) { return __builtin_signbit(x) != 0; }
int __fpclassify(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
double fabs(double x) { return __builtin_elementwise_abs(x); }

double sqrt(double x) {
    if (x < 0)
        __surefoot_set_error_number(33); /* EDOM */
    return __builtin_elementwise_sqrt(x);
}

double fdim(double x, double y) {
    if (x != x || y != y)
        return x != x ? x : y;
    double difference = x > y ? x - y : 0;
    if (__builtin_isinf(difference) && !__builtin_isinf(x) && !__builtin_isinf(y))
        __surefoot_set_error_number(34); /* ERANGE */
    return difference;
}

int isnanf(float x) { return x != x; }
int isinff(float x) { return __builtin_isinf_sign(x); }
int finitef(float x) { return __builtin_isfinite(x) != 0; }
int __isnanf(float x) { return x != x; }
int __isinff(float x) { return __builtin_isinf_sign(x); }
int __finitef(float x) { return __builtin_isfinite(x) != 0; }
int __signbitf(float x) { return __builtin_signbit(x) != 0; }
int __fpclassifyf(float x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
float fabsf(float x) { return __builtin_elementwise_abs(x); }

float sqrtf(float x) {
    if (x < 0)
        __surefoot_set_error_number(33); /* EDOM */
    return __builtin_elementwise_sqrt(x);
}

float fdimf(float x, float y) {
    if (x != x || y != y)
        return x != x ? x : y;
    float difference = x > y ? x - y : 0;
    if (__builtin_isinf(difference) && !__builtin_isinf(x) && !__builtin_isinf(y))
        __surefoot_set_error_number(34); /* ERANGE */
    return difference;
}

int isnanl(long double x) { return x != x; }
int isinfl(long double x) { return __builtin_isinf_sign(x); }
int finitel(long double x) { return __builtin_isfinite(x) != 0; }
int __isnanl(long double x) { return x != x; }
int __isinfl(long double x) { return __builtin_isinf_sign(x); }
int __finitel(long double x) { return __builtin_isfinite(x) != 0; }
int __signbitl(long double x) { return __builtin_signbit(x) != 0; }
int __fpclassifyl(long double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
long double fabsl(long double x) { return __builtin_elementwise_abs(x); }

long double sqrtl(long double x) {
    if (x < 0)
        __surefoot_set_error_number(33); /* EDOM */
    return __builtin_elementwise_sqrt(x);
}

long double fdiml(long double x, long double y) {
    if (x != x || y != y)
        return x != x ? x : y;
    long double difference = x > y ? x - y : 0;
    if (__builtin_isinf(difference) && !__builtin_isinf(x) && !__builtin_isinf(y))
        __surefoot_set_error_number(34); /* ERANGE */
    return difference;
}
