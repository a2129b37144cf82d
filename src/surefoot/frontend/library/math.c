/* Classification in <math.h>, also under the names that glibc's macros call; magnitude; square roots. */

int isnan(double x) { return x != x; }
int isinf(double x) { return __builtin_isinf_sign(x); }
int finite(double x) { return __builtin_isfinite(x) != 0; }
int __isnan(double x) { return x != x; }
int __isinf(double x) { return __builtin_isinf_sign(x); }
int __finite(double x) { return __builtin_isfinite(x) != 0; }
int __signbit(double x) { return __builtin_signbit(x) != 0; }
int __fpclassify(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
double fabs(double x) { return __builtin_elementwise_abs(x); }
double sqrt(double x) { return __builtin_elementwise_sqrt(x); }
double fdim(double x, double y) { return x != x ? x : y != y ? y : x > y ? x - y : 0; }

int isnanf(float x) { return x != x; }
int isinff(float x) { return __builtin_isinf_sign(x); }
int finitef(float x) { return __builtin_isfinite(x) != 0; }
int __isnanf(float x) { return x != x; }
int __isinff(float x) { return __builtin_isinf_sign(x); }
int __finitef(float x) { return __builtin_isfinite(x) != 0; }
int __signbitf(float x) { return __builtin_signbit(x) != 0; }
int __fpclassifyf(float x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
float fabsf(float x) { return __builtin_elementwise_abs(x); }
float sqrtf(float x) { return __builtin_elementwise_sqrt(x); }
float fdimf(float x, float y) { return x != x ? x : y != y ? y : x > y ? x - y : 0; }

int isnanl(long double x) { return x != x; }
int isinfl(long double x) { return __builtin_isinf_sign(x); }
int finitel(long double x) { return __builtin_isfinite(x) != 0; }
int __isnanl(long double x) { return x != x; }
int __isinfl(long double x) { return __builtin_isinf_sign(x); }
int __finitel(long double x) { return __builtin_isfinite(x) != 0; }
int __signbitl(long double x) { return __builtin_signbit(x) != 0; }
int __fpclassifyl(long double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
long double fabsl(long double x) { return __builtin_elementwise_abs(x); }
long double sqrtl(long double x) { return __builtin_elementwise_sqrt(x); }
long double fdiml(long double x, long double y) { return x != x ? x : y != y ? y : x > y ? x - y : 0; }
