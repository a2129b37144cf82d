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
size_t __surefoot_unknown_size(void);
int __surefoot_havocked_int(void);
__UINTPTR_TYPE__ __surefoot_havocked_address(void);
void __surefoot_assume(int condition);
void __surefoot_forget_error_number(int failed);
void __surefoot_set_error_number(int number);
void __surefoot_read_string(const char *s);
void __surefoot_require(int holds, const char *violation);
void __surefoot_read_bytes(const volatile char *block, size_t size);

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

/* Read the digits of a number up to `limit`. A larger one becomes `limit`, and *overflows is set. */
static unsigned long long library_number(const char **s, int base, unsigned long long limit, int *overflows) {
    unsigned long long value = 0, most = limit / base, rest = limit % base;
    for (int digit; (digit = library_digit(**s)) < base; (*s)++) {
        if (*overflows || value > most || (value == most && digit > rest))
            *overflows = 1;
        else
            value = value * base + digit;
    }
    if (*overflows)
        *__errno_location() = 34; /* ERANGE */
    return *overflows ? limit : value;
}

/* Skip white space, sign and prefix. Return the base. Since C23, 0b is a prefix, too. */
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

static int library_is_no_base(int base) {
    if (base >= 0 && base != 1 && base <= 36)
        return 0;
    *__errno_location() = 22; /* EINVAL */
    return 1;
}

static long long library_signed(const char *s, char **end, int base, long long most, int binary) {
    if (library_is_no_base(base))
        return 0;
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
    if (library_is_no_base(base))
        return 0;
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

static int library_is_seeded;

/* Equal seeds do not produce equal sequences here, so runs after a second one may be infeasible. */
void srand(unsigned seed) {
    if (library_is_seeded && __surefoot_havocked_int())
        return;
    library_is_seeded = 1;
}

void srandom(unsigned seed) {
    srand(seed);
}

void srand48(long seed) {
    srand((unsigned)seed);
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
    /* The old object is freed before the new one is allocated, which can then reuse its address. */
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
    if (size == 0 || count <= (size_t)-1 / size)
        return realloc(p, count * size);
    __surefoot_set_error_number(12); /* ENOMEM */
    return 0;
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

/* Sorting and searching (C11, 7.22.5). The library may compare any elements, in any order, so one
   comparison of arbitrary elements covers all of them if comparisons have no effects. Otherwise a
   sequence of arbitrary comparisons is modelled. */

static size_t library_index(size_t count) {
    size_t i = __surefoot_unknown_size();
    __surefoot_assume(i < count);
    return i;
}

static void library_swap(char *left, char *right, size_t size) {
    for (size_t k = 0; k < size; k++) {
        char kept = left[k];
        left[k] = right[k];
        right[k] = kept;
    }
}

/* Return whether results for (a, b), (b, a), (b, c) and (a, c) agree with a total preorder. */
static int library_is_consistent(int same, int ab, int ba, int bc, int ac) {
    if ((ab < 0) != (ba > 0) || (ab > 0) != (ba < 0) || (same && ab != 0))
        return 0;
    return !(ab <= 0 && bc <= 0 && ac > 0) && !(ab >= 0 && bc >= 0 && ac < 0);
}

#ifdef LIBRARY_COMPARISONS_HAVE_EFFECTS
enum { LIBRARY_TRACKED_PAIRS = 64 };

static size_t library_comparisons(size_t count) {
    return count > 0xffff ? (size_t)-1 : count * count;
}

static void library_permute(char *elements, size_t count, size_t size) {
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && __surefoot_unknown_int(); j--)
            library_swap(elements + (j - 1) * size, elements + j * size, size);
}

/* Neighbours in the final order that have not been compared yet, as bits. */
static unsigned long long library_neighbours(size_t count) {
    return count > LIBRARY_TRACKED_PAIRS ? -1ULL : (1ULL << (count - 1)) - 1;
}

/* Assume that the elements at `i` and `j` are in order and return the neighbours that are left. */
static unsigned long long library_compared(unsigned long long left, size_t i, size_t j, int order) {
    __surefoot_assume(i < j ? order <= 0 : i > j ? order >= 0 : order == 0);
    size_t low = i < j ? i : j;
    int are_neighbours = i + 1 == j || j + 1 == i;
    return are_neighbours && low < LIBRARY_TRACKED_PAIRS ? left & ~(1ULL << low) : left;
}
#endif

/* Which of several matching elements is found is unspecified (C11, 7.22.5.1 §4). Null is returned
   only where an element that is less has a neighbour that is greater, or at the ends. */
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    __surefoot_require(count != 0 || (key != 0 && base != 0), "null pointer passed to bsearch");
    const char *elements = base;
    if (count == 0)
        return 0;
#ifdef LIBRARY_COMPARISONS_HAVE_EFFECTS
    for (size_t left = count; left > 0 && __surefoot_unknown_int(); left--)
        compare(key, elements + library_index(count) * size);
#else
    if (__surefoot_unknown_int()) {
        compare(key, elements + library_index(count) * size);
        __surefoot_assume(0);
    }
#endif
    size_t place = __surefoot_unknown_size();
    __surefoot_assume(place <= count);
    if (place < count && __surefoot_unknown_int()) {
        __surefoot_assume(compare(key, elements + place * size) == 0);
        return (void *)(elements + place * size);
    }
    if (place > 0)
        __surefoot_assume(compare(key, elements + (place - 1) * size) > 0);
    if (place < count)
        __surefoot_assume(compare(key, elements + place * size) < 0);
    return 0;
}

/* The order of equal elements is unspecified (C11, 7.22.5.2 §4): each is inserted before any number
   of its equals. Comparisons whose results are inconsistent are undefined (7.22.5 §4). If they have
   effects, a permutation is chosen, and all neighbours in it are compared at some time. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    __surefoot_require(base != 0 && compare != 0, "null pointer passed to qsort");
    char *elements = base;
    if (count < 2)
        return;
    __surefoot_read_bytes(base, count * size);
    int checks = __surefoot_unknown_int();
#ifdef LIBRARY_COMPARISONS_HAVE_EFFECTS
    library_permute(elements, count, size);
    unsigned long long neighbours = checks ? 0 : library_neighbours(count);
    for (size_t left = library_comparisons(count); left > 0 && (neighbours || __surefoot_unknown_int()); left--) {
        size_t i = library_index(count), j = library_index(count);
        int order = compare(elements + i * size, elements + j * size);
        neighbours = checks ? 0 : library_compared(neighbours, i, j, order);
    }
    __surefoot_assume(neighbours == 0);
#endif
    if (checks) {
        char *a = elements + library_index(count) * size, *b = elements + library_index(count) * size;
        char *c = elements + library_index(count) * size;
        int ab = compare(a, b), ba = compare(b, a), bc = compare(b, c), ac = compare(a, c);
        __surefoot_require(library_is_consistent(a == b, ab, ba, bc, ac), "inconsistent comparison passed to qsort");
        __surefoot_assume(0);
    }
#ifndef LIBRARY_COMPARISONS_HAVE_EFFECTS
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            int order = compare(elements + (j - 1) * size, elements + j * size);
            if (order < 0 || (order == 0 && __surefoot_unknown_int()))
                break;
            library_swap(elements + (j - 1) * size, elements + j * size, size);
        }
#endif
}

void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *given) {
    __surefoot_require(base != 0 && compare != 0, "null pointer passed to qsort_r");
    char *elements = base;
    if (count < 2)
        return;
    __surefoot_read_bytes(base, count * size);
    int checks = __surefoot_unknown_int();
#ifdef LIBRARY_COMPARISONS_HAVE_EFFECTS
    library_permute(elements, count, size);
    unsigned long long neighbours = checks ? 0 : library_neighbours(count);
    for (size_t left = library_comparisons(count); left > 0 && (neighbours || __surefoot_unknown_int()); left--) {
        size_t i = library_index(count), j = library_index(count);
        int order = compare(elements + i * size, elements + j * size, given);
        neighbours = checks ? 0 : library_compared(neighbours, i, j, order);
    }
    __surefoot_assume(neighbours == 0);
#endif
    if (checks) {
        char *a = elements + library_index(count) * size, *b = elements + library_index(count) * size;
        char *c = elements + library_index(count) * size;
        int ab = compare(a, b, given), ba = compare(b, a, given), bc = compare(b, c, given), ac = compare(a, c, given);
        __surefoot_require(library_is_consistent(a == b, ab, ba, bc, ac), "inconsistent comparison passed to qsort_r");
        __surefoot_assume(0);
    }
#ifndef LIBRARY_COMPARISONS_HAVE_EFFECTS
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            int order = compare(elements + (j - 1) * size, elements + j * size, given);
            if (order < 0 || (order == 0 && __surefoot_unknown_int()))
                break;
            library_swap(elements + (j - 1) * size, elements + j * size, size);
        }
#endif
}

/* <inttypes.h>. */

__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) {
    return x < 0 ? -x : x;
}

lldiv_t imaxdiv(__INTMAX_TYPE__ numerator, __INTMAX_TYPE__ denominator) {
    lldiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}

__INTMAX_TYPE__ strtoimax(const char *s, char **end, int base) {
    return library_signed(s, end, base, __INTMAX_MAX__, 0);
}

__UINTMAX_TYPE__ strtoumax(const char *s, char **end, int base) {
    return library_unsigned(s, end, base, 2ULL * __INTMAX_MAX__ + 1, 0);
}

__INTMAX_TYPE__ __isoc23_strtoimax(const char *s, char **end, int base) {
    return library_signed(s, end, base, __INTMAX_MAX__, 1);
}

__UINTMAX_TYPE__ __isoc23_strtoumax(const char *s, char **end, int base) {
    return library_unsigned(s, end, base, 2ULL * __INTMAX_MAX__ + 1, 1);
}

/* Environment: each name has null or a string of havocked length and contents, which it keeps. With
   too many names, or after the program changed the environment, addresses are havocked and their
   contents are unknown. */

enum { LIBRARY_NAMES = 4, LIBRARY_LONGEST_NAME = 32 };
extern char *__surefoot_environment[LIBRARY_NAMES];
static char library_names[LIBRARY_NAMES][LIBRARY_LONGEST_NAME], library_is_set[LIBRARY_NAMES];
static int library_known_variables, library_changed_environment;

static int library_same_name(const char *left, const char *right) {
    size_t i = 0;
    while (left[i] != 0 && left[i] == right[i])
        i++;
    return left[i] == right[i];
}

char *getenv(const char *name) {
    for (int i = 0; i < library_known_variables; i++)
        if (library_same_name(library_names[i], name) && !library_changed_environment)
            return library_is_set[i] ? __surefoot_environment[i] : 0;
    int i = library_known_variables;
    size_t length = 0;
    while (name[length] != 0)
        length++;
    int is_kept = i < LIBRARY_NAMES && length < LIBRARY_LONGEST_NAME && !library_changed_environment;
    if (!is_kept)
        return (char *)__surefoot_havocked_address(); /* two of them need not be the same string */
    for (size_t j = 0; j <= length; j++)
        library_names[i][j] = name[j];
    library_known_variables++;
    library_is_set[i] = __surefoot_unknown_int() != 0;
    return library_is_set[i] ? __surefoot_environment[i] : 0;
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

int setenv(const char *name, const char *value, int overwrites) {
    __surefoot_read_string(name);
    __surefoot_read_string(value);
    int failed = __surefoot_havocked_int();
    __surefoot_forget_error_number(failed);
    library_changed_environment = 1;
    return failed ? -1 : 0;
}

int unsetenv(const char *name) {
    __surefoot_read_string(name);
    int failed = __surefoot_havocked_int();
    __surefoot_forget_error_number(failed);
    library_changed_environment = 1;
    return failed ? -1 : 0;
}

int posix_memalign(void **target, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
        return 22; /* EINVAL */
    void *made = malloc(size);
    __surefoot_assume(((__UINTPTR_TYPE__)made & (alignment - 1)) == 0);
    if (made == 0)
        return 12; /* ENOMEM */
    *target = made;
    return 0;
}

double drand48(void) {
    double value = __surefoot_havocked_int();
    __surefoot_assume(value >= 0);
    return value / 2147483648.0;
}

long lrand48(void) {
    return rand();
}

long mrand48(void) {
    return __surefoot_unknown_int();
}

/* Functions registered for the exit, called in reverse order. C guarantees room for 32; glibc is
   limited by memory only. */

enum { LIBRARY_EXIT_FUNCTIONS = 256 };
static void (*library_at_exit[LIBRARY_EXIT_FUNCTIONS])(void);
static int library_exit_count;

int atexit(void (*function)(void)) {
    if (library_exit_count == LIBRARY_EXIT_FUNCTIONS)
        return -1;
    library_at_exit[library_exit_count++] = function;
    return 0;
}

void __surefoot_run_at_exit(void) {
    while (library_exit_count > 0)
        library_at_exit[--library_exit_count]();
}

static void (*library_at_quick_exit[LIBRARY_EXIT_FUNCTIONS])(void);
static int library_quick_exit_count;

int at_quick_exit(void (*function)(void)) {
    if (library_quick_exit_count == LIBRARY_EXIT_FUNCTIONS)
        return -1;
    library_at_quick_exit[library_quick_exit_count++] = function;
    return 0;
}

void __surefoot_run_at_quick_exit(void) {
    while (library_quick_exit_count > 0)
        library_at_quick_exit[--library_quick_exit_count]();
}

int system(const char *command) {
    if (command != 0)
        __surefoot_read_string(command);
    int status = __surefoot_unknown_int();
    __surefoot_forget_error_number(command != 0 && status == -1);
    return status;
}
