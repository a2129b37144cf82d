/* <stdlib.h>. */
typedef __SIZE_TYPE__ size_t;
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
void *malloc(size_t size);
void *__surefoot_allocate(size_t size);
void free(void *p);
void exit(int status);
void *__surefoot_copy(void *target, const void *source, size_t size);
size_t __surefoot_object_size(const void *p);
int *__errno_location(void);
int __surefoot_unknown_int(void);
void __surefoot_assume(int condition);

int abs(int x) {
    return x < 0 ? -x : x;
}

long labs(long x) {
    return x < 0 ? -x : x;
}

long long llabs(long long x) {
    return x < 0 ? -x : x;
}

div_t div(int numerator, int denominator) {
    div_t result = {numerator / denominator, numerator % denominator};
    return result;
}

ldiv_t ldiv(long numerator, long denominator) {
    ldiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}

lldiv_t lldiv(long long numerator, long long denominator) {
    lldiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}

static int library_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int library_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

/* The digits of a number up to `limit`; more become `limit` with *overflows set. */
static unsigned long long library_number(const char **s, int base, unsigned long long limit, int *overflows) {
    unsigned long long value = 0;
    for (int digit; (digit = library_digit(**s)) < base; (*s)++) {
        if (*overflows || value > (limit - digit) / base)
            *overflows = 1;
        else
            value = value * base + digit;
    }
    if (*overflows)
        *__errno_location() = 34; /* ERANGE */
    return *overflows ? limit : value;
}

/* Skips space, sign and prefix; returns the base. Since C23, 0b is a prefix, too. */
static int library_start(const char **s, int base, int *negative, int binary) {
    while (library_space(**s))
        (*s)++;
    *negative = **s == '-';
    if (**s == '-' || **s == '+')
        (*s)++;
    int hexadecimal = (*s)[0] == '0' && ((*s)[1] == 'x' || (*s)[1] == 'X') && library_digit((*s)[2]) < 16;
    if ((base == 0 || base == 16) && hexadecimal) {
        *s += 2;
        return 16;
    }
    int two = (*s)[0] == '0' && ((*s)[1] == 'b' || (*s)[1] == 'B') && library_digit((*s)[2]) < 2;
    if (binary && (base == 0 || base == 2) && two) {
        *s += 2;
        return 2;
    }
    if (base == 0)
        return **s == '0' ? 8 : 10;
    return base;
}

static long long library_signed(const char *s, char **end, int base, long long most, int binary) {
    int negative, overflows = 0;
    const char *digits = s;
    base = library_start(&digits, base, &negative, binary);
    const char *rest = digits;
    unsigned long long limit = (unsigned long long)most + negative;
    unsigned long long value = library_number(&rest, base, limit, &overflows);
    if (end != 0)
        *end = (char *)(rest == digits ? s : rest);
    return negative ? (long long)(0 - value) : (long long)value;
}

static unsigned long long library_unsigned(const char *s, char **end, int base, unsigned long long most, int binary) {
    int negative, overflows = 0;
    const char *digits = s;
    base = library_start(&digits, base, &negative, binary);
    const char *rest = digits;
    unsigned long long value = library_number(&rest, base, most, &overflows);
    if (end != 0)
        *end = (char *)(rest == digits ? s : rest);
    return negative && !overflows ? (0 - value) & most : value;
}

long strtol(const char *s, char **end, int base) {
    return library_signed(s, end, base, __LONG_MAX__, 0);
}

long long strtoll(const char *s, char **end, int base) {
    return library_signed(s, end, base, __LONG_LONG_MAX__, 0);
}

unsigned long strtoul(const char *s, char **end, int base) {
    return library_unsigned(s, end, base, 2UL * __LONG_MAX__ + 1, 0);
}

unsigned long long strtoull(const char *s, char **end, int base) {
    return library_unsigned(s, end, base, 2ULL * __LONG_LONG_MAX__ + 1, 0);
}

long __isoc23_strtol(const char *s, char **end, int base) {
    return library_signed(s, end, base, __LONG_MAX__, 1);
}

long long __isoc23_strtoll(const char *s, char **end, int base) {
    return library_signed(s, end, base, __LONG_LONG_MAX__, 1);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
    return library_unsigned(s, end, base, 2UL * __LONG_MAX__ + 1, 1);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
    return library_unsigned(s, end, base, 2ULL * __LONG_LONG_MAX__ + 1, 1);
}

int atoi(const char *s) {
    return (int)strtol(s, 0, 10);
}

long atol(const char *s) {
    return strtol(s, 0, 10);
}

long long atoll(const char *s) {
    return strtoll(s, 0, 10);
}

/* Of <error.h>. */
void error(int status, int number, const char *format, ...) {
    if (status != 0)
        exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
    if (status != 0)
        exit(status);
}

int rand(void) {
    int value = __surefoot_unknown_int();
    __surefoot_assume(value >= 0);
    return value;
}

int rand_r(unsigned *seed) {
    *seed = __surefoot_unknown_int();
    return rand();
}

long random(void) {
    return rand();
}

void *realloc(void *p, size_t size) {
    if (p == 0)
        return malloc(size);
    if (size == 0) {
        free(p);
        return 0;
    }
    /* The old object is freed before the new one is made, which can then be where the old one was. */
    size_t old = __surefoot_object_size(p);
    size_t common = old < size ? old : size;
    void *kept = malloc(size);
    if (kept == 0)
        return 0;
    __surefoot_copy(kept, p, common);
    free(p);
    void *moved = __surefoot_allocate(size);
    __surefoot_copy(moved, kept, common);
    free(kept);
    return moved;
}

void *reallocarray(void *p, size_t count, size_t size) {
    return size != 0 && count > (size_t)-1 / size ? 0 : realloc(p, count * size);
}

int ffs(int x) {
    return x == 0 ? 0 : __builtin_ctz(x) + 1;
}

int ffsl(long x) {
    return x == 0 ? 0 : __builtin_ctzl(x) + 1;
}

int ffsll(long long x) {
    return x == 0 ? 0 : __builtin_ctzll(x) + 1;
}

/* Which one of several elements that match is found is unspecified. */
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    const char *elements = base;
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(key, elements + middle * size);
        if (order == 0) {
            size_t chosen = middle;
            for (size_t i = middle; i > 0 && compare(key, elements + (i - 1) * size) == 0; i--)
                if (__surefoot_unknown_int())
                    chosen = i - 1;
            for (size_t i = middle + 1; i < count && compare(key, elements + i * size) == 0; i++)
                if (__surefoot_unknown_int())
                    chosen = i;
            return (void *)(elements + chosen * size);
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

/* The order of equal elements is unspecified: each is put before any number of its equals. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    char *elements = base;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            int order = compare(elements + (j - 1) * size, elements + j * size);
            if (order < 0 || (order == 0 && __surefoot_unknown_int()))
                break;
            for (size_t k = 0; k < size; k++) {
                char kept = elements[(j - 1) * size + k];
                elements[(j - 1) * size + k] = elements[j * size + k];
                elements[j * size + k] = kept;
            }
        }
}
