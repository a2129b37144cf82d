/* A program without inputs hands the number it computed to `finish`. */
#include <ctype.h>
#include <alloca.h>
#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
typedef unsigned long long number;
#ifdef EXPECTED
void reach_error(void);
static void finish(number n) { if (n != EXPECTED) reach_error(); }
#else
#include <stdio.h>
static void finish(number n) { printf("%llu", n); }
#endif
static number mix(number sum, number n) { return (sum ^ n) * 1099511628211ull + 7; }
