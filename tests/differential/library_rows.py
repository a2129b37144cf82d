"""Calls of library functions, each the body of a C function that hands what it observes to ``see`` (a number), ``seen`` (a string) or ``bytes``.

Each is run by the real C library and by the models, which have to agree.
"""

from differential.math_rows import MATH_BITS, MATH_RANGES

HEADERS = """#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
"""

HELPERS = r"""
void *reallocarray(void *, size_t, size_t);
static int ascending(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }
static int descending(const void *a, const void *b, void *given) { return *(int *)given * ascending(a, b); }
static int counted(const void *a, const void *b, void *given) { *(int *)given += 1; return ascending(b, a); }
static void seen(const char *s) { if (s == 0) { see(-1000); return; } int i = 0; do see(s[i]); while (s[i++] != 0); }
static void bytes(const void *p, int n) { for (int i = 0; i < n; i++) see(((const unsigned char *)p)[i]); }
static void sign(int value) { see(value > 0 ? 1 : value < 0 ? -1 : 0); }
static int list_length(char *s, size_t n, const char *format, ...) { va_list a; va_start(a, format); int r = vsnprintf(s, n, format, a); va_end(a); return r; }
static int list_print(char *s, const char *format, ...) { va_list a; va_start(a, format); int r = vsprintf(s, format, a); va_end(a); return r; }
static int list_scan(const char *s, const char *format, ...) { va_list a; va_start(a, format); int r = vsscanf(s, format, a); va_end(a); return r; }
static void number(double d) { long long bits; memcpy(&bits, &d, 8); see(bits); }
static void number_or_nan(double d) { if (isnan(d)) see(-7); else number(d); }
static void moment(const struct tm *t) { see(t->tm_sec); see(t->tm_min); see(t->tm_hour); see(t->tm_mday); see(t->tm_mon); see(t->tm_year); see(t->tm_wday); see(t->tm_yday); see(t->tm_isdst); }
"""

STRING = r"""
see(strlen(""))
see(strlen("abc"))
see(strnlen("abcdef", 4)); see(strnlen("ab", 4)); see(strnlen("x", 0))
char b[8] = "......."; see(strcpy(b, "abc") - b); bytes(b, 8)
char b[8] = "......."; see(stpcpy(b, "abc") - b); bytes(b, 8)
char b[8] = "......."; see(strncpy(b, "abc", 6) - b); bytes(b, 8)
char b[8] = "......."; strncpy(b, "abcdef", 3); bytes(b, 8)
char b[8] = "......."; see(stpncpy(b, "abc", 6) - b); bytes(b, 8)
char b[8] = "......."; see(stpncpy(b, "abcdef", 3) - b); bytes(b, 8)
char b[8] = "ab"; see(strcat(b, "cd") - b); bytes(b, 8)
char b[8] = "ab"; see(strncat(b, "cdef", 2) - b); bytes(b, 8)
char b[8] = "ab"; strncat(b, "cd", 9); bytes(b, 8)
sign(strcmp("abc", "abd")); sign(strcmp("b", "abd")); sign(strcmp("", "")); sign(strcmp("\xff", "a"))
sign(strncmp("abc", "abd", 2)); sign(strncmp("abc", "abd", 3)); sign(strncmp("a", "b", 0))
sign(strcoll("abc", "abd")); sign(strcoll("b", "a"))
sign(strcasecmp("HELLO", "hello")); sign(strcasecmp("HELLo", "hella")); sign(strcasecmp("", "a"))
sign(strncasecmp("HELlo", "helXX", 3)); sign(strncasecmp("HELlo", "helXX", 4))
const char *s = "banana"; see(strchr(s, 'n') - s); see(strchr(s, 0) - s); see(strchr(s, 'x') == 0)
const char *s = "banana"; see(strrchr(s, 'n') - s); see(strrchr(s, 0) - s); see(strrchr(s, 'x') == 0)
const char *s = "banana"; see(strchrnul(s, 'n') - s); see(strchrnul(s, 'x') - s)
const char *s = "banana"; see(index(s, 'a') - s); see(rindex(s, 'a') - s)
const char *s = "banana"; see(strstr(s, "nan") - s); see(strstr(s, "") - s); see(strstr(s, "nab") == 0)
const char *s = "baNAna"; see(strcasestr(s, "naN") - s); see(strcasestr(s, "nab") == 0); see(strcasestr(s, "") - s)
see(strspn("aabbc", "ab")); see(strspn("aabbc", "")); see(strspn("", "a"))
see(strcspn("aabbc", "bc")); see(strcspn("aabbc", "")); see(strcspn("abc", "x"))
const char *s = "key=value"; see(strpbrk(s, "=:") - s); see(strpbrk(s, "?") == 0)
char b[] = ",a,,bc,d"; char *t = strtok(b, ","); seen(t); t = strtok(0, ","); seen(t); seen(strtok(0, ",")); see(strtok(0, ",") == 0); bytes(b, sizeof b)
char b[] = "x y"; char *rest; seen(strtok_r(b, " ", &rest)); seen(strtok_r(0, " ", &rest)); see(strtok_r(0, " ", &rest) == 0)
char b[] = "a::b"; char *rest = b; seen(strsep(&rest, ":")); seen(strsep(&rest, ":")); seen(strsep(&rest, ":")); see(rest == 0); see(strsep(&rest, ":") == 0)
char *p = strdup("hello"); seen(p); free(p)
char *p = strndup("hello", 3); seen(p); free(p)
sign(memcmp("abc", "abd", 3)); sign(memcmp("abc", "abd", 2)); sign(memcmp("\xff", "\x01", 1)); see(memcmp("a", "b", 0))
see(bcmp("abc", "abc", 3) == 0); see(bcmp("abc", "abd", 3) == 0)
const char *s = "banana"; see((char *)memchr(s, 'n', 6) - s); see(memchr(s, 'x', 6) == 0); see(memchr(s, 'n', 2) == 0)
const char *s = "banana"; see((char *)memrchr(s, 'n', 6) - s); see(memrchr(s, 'b', 0) == 0)
const char *s = "banana"; see((char *)rawmemchr(s, 'n') - s)
const char *s = "banana"; see((char *)memmem(s, 6, "nan", 3) - s); see(memmem(s, 4, "nan", 3) == 0); see((char *)memmem(s, 6, "", 0) - s)
char b[8] = "......."; see((char *)memccpy(b, "abcdef", 'c', 6) - b); bytes(b, 8)
char b[8] = "......."; see(memccpy(b, "abcdef", 'x', 4) == 0); bytes(b, 8)
char b[8] = "......."; see((char *)memcpy(b, "abc", 3) - b); bytes(b, 8)
char b[8] = "abcdefg"; memmove(b + 1, b, 5); bytes(b, 8); memmove(b, b + 2, 4); bytes(b, 8)
char b[8] = "......."; see((char *)mempcpy(b, "abc", 3) - b); bytes(b, 8)
char b[8] = "......."; see((char *)memset(b, 'q', 5) - b); bytes(b, 8); memset(b, 0x141, 2); bytes(b, 8)
char b[8] = "......."; bzero(b, 3); explicit_bzero(b + 4, 2); bytes(b, 8)
char b[8] = "abcdefg"; bcopy(b, b + 2, 4); bytes(b, 8)
char b[8] = "abcdefg", c[8] = "......."; swab(b, c, 6); bytes(c, 8)
char b[8] = "......."; see(strxfrm(b, "abc", 8)); bytes(b, 8); see(strxfrm(b, "abcdef", 0))
see(ffs(0)); see(ffs(8)); see(ffsl(1L << 40)); see(ffsll(INT64_MIN))
seen(basename("/usr/lib")); seen(basename("a.c")); seen(basename("/usr/"))
""".strip().splitlines()

CTYPE = [
    f"for (int c = -1; c < 256; c += {step}) see({name}(c) != 0)"
    for step, name in enumerate(
        [
            "isalnum",
            "isalpha",
            "isblank",
            "iscntrl",
            "isdigit",
            "isgraph",
            "islower",
            "isprint",
            "ispunct",
            "isspace",
            "isupper",
            "isxdigit",
        ],
        5,
    )
] + [
    "for (int c = -1; c < 256; c += 9) { see(tolower(c)); see(toupper(c)); }",
    "for (int c = 0; c < 300; c += 31) { see(isascii(c) != 0); see(toascii(c)); }",
]

STDLIB = r"""
see(abs(-5)); see(abs(7)); see(abs(-INT_MAX))
see(labs(-5L)); see(llabs(-5LL)); see(imaxabs(-INTMAX_MAX))
div_t d = div(-7, 2); see(d.quot); see(d.rem)
ldiv_t d = ldiv(7, -2); see(d.quot); see(d.rem); lldiv_t e = lldiv(-9, -4); see(e.quot); see(e.rem)
imaxdiv_t d = imaxdiv(-100, 7); see(d.quot); see(d.rem)
see(atoi("42")); see(atoi("  -17x")); see(atoi("")); see(atoi("+9")); see(atoi("-"))
see(atol("-123456789012")); see(atoll("9223372036854775807"))
char *e; const char *s = " 123abc"; see(strtol(s, &e, 10)); see(e - s)
char *e; const char *s = "0x1fG"; see(strtol(s, &e, 0)); see(e - s); see(strtol(s, &e, 16)); see(e - s)
char *e; const char *s = "0x"; see(strtol(s, &e, 16)); see(e - s); see(strtol("0777", 0, 0)); see(strtol("089", &e, 0))
char *e; const char *s = "abc"; see(strtol(s, &e, 10)); see(e - s); see(strtol("zz", 0, 36)); see(strtol("-zz", 0, 36))
errno = 0; see(strtol("9223372036854775808", 0, 10)); see(errno); errno = 0; see(strtol("9223372036854775807", 0, 10)); see(errno)
errno = 0; see(strtol("-9223372036854775809", 0, 10)); see(errno); errno = 0; see(strtol("-9223372036854775808", 0, 10)); see(errno)
errno = 0; see(strtoul("18446744073709551615", 0, 10)); see(errno); see(strtoul("18446744073709551616", 0, 10)); see(errno)
char *e = "kept"; errno = 0; see(strtol("12", &e, 1)); seen(e); see(errno); see(strtoul("12", &e, 37)); seen(e); see(strtoll("1", &e, -2)); seen(e)
see(strtoul("-1", 0, 10)); see(strtoul("-18446744073709551615", 0, 10))
see(strtoll("-77", 0, 8)); see(strtoull("ff", 0, 16)); see(strtoimax("12", 0, 3)); see(strtoumax("-5", 0, 10))
see(strtol("1010", 0, 2)); see(strtol("-0", 0, 10)); see(strtol("\t\n 5", 0, 10))
number(atof("2.5")); number(atof("-0")); number(atof("x")); number(atof("1e3")); number(atof(".5")); number(atof("5."))
char *e; const char *s = "3.14159xyz"; number(strtod(s, &e)); see(e - s)
char *e; const char *s = " -12.5e-3e"; number(strtod(s, &e)); see(e - s)
char *e; const char *s = "1e"; number(strtod(s, &e)); see(e - s); s = "1e+"; strtod(s, &e); see(e - s); s = "."; strtod(s, &e); see(e - s)
char *e; const char *s = "inf"; see(isinf(strtod(s, &e)) != 0); see(e - s); s = "-INFINITYx"; see(strtod(s, &e) < 0); see(e - s)
char *e; const char *s = "nan(12)x"; see(isnan(strtod(s, &e)) != 0); see(e - s); s = "NaNz"; strtod(s, &e); see(e - s)
number(strtod("123456789012345", 0)); number(strtod("0.1", 0)); number(strtod("1e22", 0)); number(strtod("9007199254740992", 0))
number(strtof("0.1", 0)); number(strtof("16777216", 0)); number(strtof("-2.5e5", 0))
number((double)strtold("0.25", 0)); number((double)strtold("-1e10", 0))
int *p = malloc(8); p[0] = 1; p[1] = 2; p = realloc(p, 16); see(p[0]); see(p[1]); p[3] = 4; see(p[3]); free(p)
int *p = calloc(3, sizeof *p); see(p[0]); see(p[2]); free(p); free(0)
int *p = reallocarray(0, 2, sizeof *p); p[1] = 5; see(p[1]); errno = 0; see(reallocarray(p, SIZE_MAX, 4) == 0); see(errno); free(p)
void *p = aligned_alloc(64, 128); see((uintptr_t)p % 64); free(p)
volatile size_t n = PTRDIFF_MAX; n++; errno = 0; see(malloc(n) == 0); see(errno); errno = 0; see(calloc(n / 4, 4) == 0); see(errno); errno = 0; see(aligned_alloc(16, n) == 0); see(errno)
volatile size_t n = PTRDIFF_MAX; n++; char *p = malloc(2); p[1] = 7; errno = 0; see(realloc(p, n) == 0); see(errno); errno = 0; see(reallocarray(p, n / 2, 2) == 0); see(errno); errno = 0; see(reallocarray(p, n, 2) == 0); see(errno); see(p[1]); free(p)
void *p = 0; see(posix_memalign(&p, 16, 10)); see((uintptr_t)p % 16); free(p); see(posix_memalign(&p, 3, 10))
see(rand() >= 0); srand(5); see(rand() <= RAND_MAX); unsigned seed = 1; see(rand_r(&seed) >= 0)
see(random() <= 2147483647); see(mrand48() <= INT_MAX)
double d = drand48(); see(d < 1 && d >= 0)
see(lrand48() >= 0)
see(getenv("A_NAME_NOBODY_SETS") == getenv("A_NAME_NOBODY_SETS"))
char *p = getenv("HOME"); see(p == 0 || strlen(p) < 131072)
""".strip().splitlines()

PRINTF = r"""
char b[32]; see(snprintf(b, sizeof b, "%d", 42)); seen(b)
char b[32]; see(snprintf(b, sizeof b, "%d %i", -7, INT_MIN)); seen(b)
char b[4] = "..."; see(snprintf(b, sizeof b, "%d", 123456)); bytes(b, 4)
see(snprintf(0, 0, "%s-%d", "abc", 100))
char b[4] = "..."; see(snprintf(b, 1, "xyz")); bytes(b, 4); see(snprintf(b, 0, "xyz")); bytes(b, 4)
char b[32]; see(sprintf(b, "[%5d]", 42)); seen(b); see(sprintf(b, "[%-5d]", 42)); seen(b)
char b[32]; see(sprintf(b, "[%05d]", 42)); seen(b); see(sprintf(b, "[%05d]", -42)); seen(b)
char b[32]; see(sprintf(b, "[%+d] [%+d]", 42, -42)); seen(b); see(sprintf(b, "[% d] [% d]", 42, -42)); seen(b)
char b[32]; see(sprintf(b, "[%.3d] [%6.3d]", 4, 4)); seen(b); see(sprintf(b, "[%-6.3d]", -4)); seen(b)
char b[32]; see(sprintf(b, "[%06.3d]", 4)); seen(b); see(sprintf(b, "[%.0d]", 0)); seen(b); see(sprintf(b, "[%.d]", 1)); seen(b)
char b[32]; see(sprintf(b, "%u %u", 0u, UINT_MAX)); seen(b)
char b[64]; see(sprintf(b, "%x %X %#x %#X", 255, 255, 255, 0)); seen(b)
char b[64]; see(sprintf(b, "%o %#o %#o %#.3o", 8, 8, 0, 8)); seen(b)
char b[64]; see(sprintf(b, "%#.0o|%#08x|%#-8x|%.4x", 0, 255, 255, 10)); seen(b)
char b[64]; see(sprintf(b, "%ld %lu", LONG_MIN, ULONG_MAX)); seen(b)
char b[64]; see(sprintf(b, "%lld %llu", LLONG_MAX, 10000000000000000000ull)); seen(b)
char b[64]; see(sprintf(b, "%hd %hu %hhd %hhu", 70000, 70000, 300, 300)); seen(b)
char b[64]; see(sprintf(b, "%zu %zd %td %jd", (size_t)9, (ssize_t)-9, (ptrdiff_t)8, (intmax_t)-1)); seen(b)
char b[64]; see(sprintf(b, "%lx %lo %llX", 1ul << 63, 1ul << 63, ~0ull)); seen(b)
char b[64]; see(sprintf(b, "%" PRId64 " %" PRIu32 " %" PRIx8, INT64_C(-5), UINT32_C(6), (uint8_t)255)); seen(b)
char b[32]; see(sprintf(b, "%c%c|%3c|%-3c|", 'a', 'b', 'c', 'd')); seen(b)
char b[8] = "......."; see(sprintf(b, "a%cb", 0)); bytes(b, 8)
char b[32]; see(sprintf(b, "%s|%5s|%-5s|%.2s", "abc", "ab", "ab", "xyz")); seen(b)
char b[32]; char raw[3] = {'a', 'b', 'c'}; see(sprintf(b, "%.3s|%5.2s|%-5.1s|", raw, raw, raw)); seen(b)
char b[32]; see(sprintf(b, "%*d|%-*d|%*d", 5, 1, 5, 2, -5, 3)); seen(b)
char b[32]; see(sprintf(b, "%.*d|%.*s|%.*d", 3, 1, 2, "abc", -1, 7)); seen(b)
char b[32]; see(sprintf(b, "100%% %d%%", 5)); seen(b)
char b[32]; see(sprintf(b, "%p", (void *)0)); seen(b); see(sprintf(b, "%10p|", (void *)0)); seen(b)
char b[32]; see(sprintf(b, "%p", (void *)0x1234abcd)); seen(b); see(sprintf(b, "%-12p|", (void *)16)); seen(b)
char b[32]; int n = 0; see(sprintf(b, "abc%ndef", &n)); see(n); seen(b)
char b[8]; long n = 0; short m = 0; signed char k = 0; see(snprintf(b, 4, "hello%ln %hn%hhn", &n, &m, &k)); see(n); see(m); see(k)
char b[16]; see(sprintf(b, "")); seen(b); see(sprintf(b, "%s", "")); seen(b)
char b[16]; see(sprintf(b, "%d%d%d", 1, 22, 333)); seen(b)
char b[32]; see(sprintf(b, "%+ d|%- 5d|%+05d", 5, 5, 5)); seen(b)
char b[32]; see(list_length(b, 8, "%s=%d", "key", 12345)); seen(b)
char b[32]; see(list_print(b, "%c%5.1s%u", 'z', "yx", 9u)); seen(b)
char *p = 0; see(asprintf(&p, "%s/%03d", "dir", 7)); seen(p); free(p)
char b[32]; see(snprintf(b, 32, "%f", 1.0 / 0.0)); seen(b); see(snprintf(b, 32, "%5F|%-6e|", -1.0 / 0.0, 1.0 / 0.0)); seen(b)
""".strip().splitlines()

PRINTED = r"""
int n = snprintf(0, 0, "%f", 3.5); see(n >= 8 && n <= 9); n = snprintf(0, 0, "%.2f", 99.995); see(n >= 5 && n <= 6)
int n = snprintf(0, 0, "%e", 3.5); see(n >= 12 && n <= 13); n = snprintf(0, 0, "%g", 1e300); see(n >= 1 && n <= 13)
int n = snprintf(0, 0, "%a", 1.0); see(n >= 6 && n <= 24); n = snprintf(0, 0, "%10.3Lf", 1.0L); see(n >= 10)
int n = fprintf(stderr, "%s", ""); see(n == 0 || n == -1)
int n = dprintf(2, "%.0s%.0s", "a", "b"); see(n == 0 || n == -1)
""".strip().splitlines()

SCANF = r"""
int n = 9; see(sscanf("42", "%d", &n)); see(n)
int n = 9, m = 8; see(sscanf(" -7 +8", "%d%d", &n, &m)); see(n); see(m)
int n = 9; see(sscanf("", "%d", &n)); see(n); see(sscanf("x", "%d", &n)); see(n); see(sscanf("   ", "%d", &n))
int n = 9, m = 8; see(sscanf("1,x", "%d,%d", &n, &m)); see(n); see(m)
int n = 9, m = 8; see(sscanf("1;2", "%d,%d", &n, &m)); see(n); see(m)
int n = 9, m = 8; see(sscanf("12345", "%2d%d", &n, &m)); see(n); see(m)
int n = 9; see(sscanf("5 6", "%*d%d", &n)); see(n)
int n, m, k; see(sscanf("0x1f 017 19", "%i%i%i", &n, &m, &k)); see(n); see(m); see(k)
unsigned n, m, k; see(sscanf("ff 0xFF 77", "%x%X%o", &n, &m, &k)); see(n); see(m); see(k)
unsigned n; see(sscanf("-1", "%u", &n)); see(n)
long n; short m; signed char k; see(sscanf("-5 70000 300", "%ld%hd%hhd", &n, &m, &k)); see(n); see(m); see(k)
long long n; size_t m; intmax_t k; see(sscanf("-9 8 7", "%lld%zu%jd", &n, &m, &k)); see(n); see(m); see(k)
char b[8] = "......."; see(sscanf("  hello world", "%s", b)); bytes(b, 8)
char b[8] = "......."; see(sscanf("hello", "%3s", b)); bytes(b, 8)
char c = '.', d = '.'; see(sscanf(" x", "%c%c", &c, &d)); see(c); see(d)
char b[4] = "..."; see(sscanf("abcd", "%3c", b)); bytes(b, 4); see(sscanf("a", "%2c", b))
char b[8] = "......."; see(sscanf("abc123", "%[a-z]", b)); bytes(b, 8)
char b[8] = "......."; see(sscanf("key=v", "%[^=]", b)); seen(b); see(sscanf("=v", "%[^=]", b))
char b[8] = "......."; see(sscanf("]x", "%[]]", b)); seen(b); see(sscanf("a-b", "%[ab-]", b)); seen(b)
char b[8], v[8]; see(sscanf("name = value", "%7[a-z] = %7s", b, v)); seen(b); seen(v)
int n = 0, k = 0; see(sscanf("12 ab", "%d%n", &n, &k)); see(n); see(k)
int n = 0; see(sscanf("50%", "%d%%", &n)); see(n); see(sscanf("a", "b%d", &n)); see(sscanf("", "b"))
int n = 0, m = 0; see(sscanf("10:20", "%d : %d", &n, &m)); see(n); see(m)
double d = 0; float f = 0; see(sscanf("2.5 -0.25", "%lf%f", &d, &f)); number(d); number(f)
double d = 7; see(sscanf("abc", "%lf", &d)); number(d); long double l = 0; see(sscanf("1e3", "%Lf", &l)); number((double)l)
int n = 0; see(list_scan("7 8", "%*d %d", &n)); see(n)
void *p = 0; see(sscanf("0x1234", "%p", &p)); see((long)p)
char *p = 0; see(sscanf("word next", "%ms", &p)); seen(p); free(p)
long n; errno = 0; see(sscanf("99999999999999999999", "%ld", &n)); see(n); see(errno)
""".strip().splitlines()

TIME = r"""
time_t t = 0; moment(gmtime(&t))
time_t t = 951827696; moment(gmtime(&t))
time_t t = -1; moment(gmtime(&t)); t = -86400L * 365 * 30; moment(gmtime(&t))
time_t t = 4102444799; struct tm m; see(gmtime_r(&t, &m) == &m); moment(&m)
time_t t = 253402300800; moment(gmtime(&t)); t = 1709164800; moment(gmtime(&t))
time_t t = LONG_MAX; errno = 0; see(gmtime(&t) == 0); see(errno)
struct tm m = {.tm_year = 100, .tm_mon = 1, .tm_mday = 29}; see(timegm(&m)); moment(&m)
struct tm m = {.tm_year = 124, .tm_mon = 14, .tm_mday = -3, .tm_hour = 30, .tm_sec = 100}; see(timegm(&m)); moment(&m)
struct tm m = {.tm_year = 70, .tm_mon = -1, .tm_mday = 1}; see(timegm(&m)); moment(&m)
time_t t = 1000000000; seen(asctime(gmtime(&t))); struct tm m = {.tm_year = 8101}; see(asctime(&m) == 0)
number(difftime(10, 3)); number(difftime(3, 10)); number(difftime(LONG_MAX, 0))
time_t t = 1000000000; struct tm *m = localtime(&t); see(m->tm_mon >= 0 && m->tm_mon < 12 && m->tm_hour < 24 && m->tm_min < 60)
struct tm m = {.tm_year = 100, .tm_mday = 1}; mktime(&m); see(m.tm_wday >= 0 && m.tm_wday < 7 && m.tm_mon < 12)
time_t t = 1000000000; char b[26]; see(strlen(ctime_r(&t, b)))
time_t t = 5; see(time(&t) == t); see(t >= -1)
struct timespec t = {0, 0}; if (clock_gettime(CLOCK_REALTIME, &t) == 0) see(t.tv_nsec >= 0 && t.tv_nsec < 1000000000); else see(1)
struct timespec t, u; if (!clock_gettime(CLOCK_MONOTONIC, &t) && !clock_gettime(CLOCK_MONOTONIC, &u)) see(u.tv_sec >= t.tv_sec); else see(1)
struct timespec t = {0, -1}; errno = 0; see(nanosleep(&t, 0)); see(errno)
time_t t = 0; char b[64]; see(strftime(b, sizeof b, "%Y-%m-%d", gmtime(&t)) < 64); see(strlen(b) < 64)
see(clock() >= -1)
""".strip().splitlines()

CHARACTERS = r"""
see(MB_CUR_MAX); see(mblen("abc", 3)); see(mblen("", 1)); see(mblen(0, 0))
wchar_t w = 7; see(mbtowc(&w, "abc", 3)); see(w); see(mbtowc(&w, "", 1)); see(w); see(mbtowc(0, "x", 1)); see(mbtowc(0, 0, 0))
wchar_t w = 7; see(mbtowc(&w, "\x7f", 9)); see(w); errno = 0; int n = mbtowc(&w, "\x80", 1); see(n == 1 || (n == -1 && errno == EILSEQ))
int n = mblen("abc", 0); see(n == 0 || n == -1); errno = 0; n = mblen("\xc3\xa4", 2); see(n == 1 || (n == -1 && errno == EILSEQ))
char b[4] = "..."; see(wctomb(b, L'a')); bytes(b, 4); see(wctomb(b, 0)); bytes(b, 4); see(wctomb(0, L'a'))
char b[MB_LEN_MAX]; errno = 0; int n = wctomb(b, 0x20ac); see(n == 1 || (n == -1 && errno == EILSEQ)); n = wctomb(b, -1); see(n == 1 || n == -1)
wchar_t w[4] = {7, 7, 7, 7}; see(mbstowcs(w, "ab", 4)); for (int i = 0; i < 4; i++) see(w[i])
wchar_t w[3] = {7, 7, 7}; see(mbstowcs(w, "abc", 2)); for (int i = 0; i < 3; i++) see(w[i]); see(mbstowcs(0, "abc", 0)); see(mbstowcs(w, "a", 0))
wchar_t w[4] = {7, 7, 7, 7}; size_t n = mbstowcs(w, "a\xff", 4); see(n == 2 || n == (size_t)-1); see(w[3])
char b[6] = "....."; see(wcstombs(b, L"ab", 6)); bytes(b, 6); see(wcstombs(b, L"xyz", 2)); bytes(b, 6); see(wcstombs(0, L"abc", 0))
char b[4] = "..."; size_t n = wcstombs(b, L"a\x20ac", 4); see(n == 2 || n == (size_t)-1); see(b[3])
seen(setlocale(LC_ALL, "C")); see(MB_CUR_MAX); see(mblen("z", 1)); see(setlocale(LC_ALL, "no such locale") == 0 || 1)
""".strip().splitlines()

OTHER = r"""
char b[10]; char *m = strerror_r(2, b, sizeof b); see(strlen(m) < 64)
see(strlen(strsignal(2)) < 64)
see(strlen(strerror(EINVAL)) < 64); see(strlen(strerror(99999)) < 64)
seen(setlocale(LC_ALL, 0)); seen(setlocale(LC_ALL, "C")); seen(setlocale(LC_NUMERIC, "POSIX"))
seen(localeconv()->decimal_point); seen(localeconv()->thousands_sep); see(localeconv()->frac_digits)
volatile double a = 3, b = -7; double _Complex z = (a + 4 * I) / (0.3 + b * I); number(creal(z)); number(cimag(z)); z = conj(z) * z; number(creal(z)); number(cimag(z))
volatile double a = 1e300; double _Complex z = a + a * I; z = z / z; number(creal(z)); number(cimag(z)); z = z * INFINITY; see(isinf(creal(z)) != 0)
volatile float a = 3; float _Complex z = (a + 4 * I) / (a - 1.5f * I); number(crealf(z)); number(cimagf(z)); z = z * z; number(crealf(z)); number(cimagf(z))
see(isnan(0.0 / 0.0) != 0); see(isinf(-1.0 / 0.0) != 0); see(signbit(-0.0) != 0); see(isfinite(1.5) != 0)
number(fabs(-2.5)); number(sqrt(2.25)); number(floor(-1.5)); number(ceil(1.2)); number(trunc(-1.7)); number(round(2.5))
volatile double m = -1; errno = 0; see(isnan(sqrt(m))); see(errno); errno = 0; m = -0.0; number(sqrt(m)); m = 4; number(sqrt(m)); see(errno)
volatile double m = 1.7e308; errno = 0; number(fdim(m, 1)); see(errno); number(fdim(INFINITY, 1)); see(errno); number(fdim(m, -m)); see(errno)
number(fmax(1, 2)); number(fmin(1, 2)); number(copysign(3, -1)); number(fdim(5, 3)); number(fma(2, 3, 4))
see(__builtin_popcount(0xf0f)); see(__builtin_popcountll(~0ull)); see(__builtin_parity(7)); see(__builtin_parityl(3))
see(__builtin_clz(1)); see(__builtin_clzll(1)); see(__builtin_ctz(8)); see(__builtin_ctzl(1l << 40)); see(__builtin_clrsb(-1)); see(__builtin_ffs(4))
see(__builtin_bswap16(0x1234)); see(__builtin_bswap32(0x12345678)); see(__builtin_bswap64(1))
int r; see(__builtin_add_overflow(INT_MAX, 1, &r)); see(r); see(__builtin_sub_overflow(5, 7, &r)); see(r)
int r; see(__builtin_mul_overflow(1 << 20, 1 << 20, &r)); see(r); unsigned u; see(__builtin_sub_overflow(5u, 7u, &u)); see(u)
int r; see(__builtin_sadd_overflow(INT_MIN, -1, &r)); unsigned long u; see(__builtin_umull_overflow(1ul << 63, 2, &u)); see(u)
signed char r; see(__builtin_add_overflow(100, 100, &r)); see(r); unsigned char u; see(__builtin_add_overflow(-1, 3, &u)); see(u)
see(__builtin_expect(5, 1)); see(__builtin_expect_with_probability(6, 1, 0.5)); see(__builtin_constant_p(3)); see(__builtin_types_compatible_p(int, int))
char b[10]; see(__builtin_object_size(b, 0)); see(__builtin_object_size(b + 3, 1)); see(__builtin_choose_expr(1, 2, 3))
int x = 5; see(__sync_fetch_and_add(&x, 3)); see(x); see(__sync_add_and_fetch(&x, 1)); see(__sync_bool_compare_and_swap(&x, 9, 1)); see(x)
int x = 5; see(__atomic_fetch_sub(&x, 3, __ATOMIC_SEQ_CST)); see(__atomic_load_n(&x, __ATOMIC_SEQ_CST)); __atomic_store_n(&x, 8, __ATOMIC_SEQ_CST); see(__atomic_exchange_n(&x, 1, __ATOMIC_SEQ_CST)); see(x)
int x = 5, e = 4; see(__atomic_compare_exchange_n(&x, &e, 7, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); see(e); see(x); see(__atomic_or_fetch(&x, 8, __ATOMIC_SEQ_CST)); see(__atomic_nand_fetch(&x, 8, __ATOMIC_SEQ_CST))
int n = getchar(); see(n >= -1 && n <= 255); see(ungetc('x', stdin) == 'x' || 1)
char b[8]; see(fgets(b, 8, stdin) == 0 || strlen(b) < 8); see(fread(b, 1, 8, stdin) <= 8)
char *line = 0; size_t n = 0; ssize_t got = getline(&line, &n, stdin); see(got == -1 || (size_t)got < n); free(line)
FILE *f = fopen("/nowhere/at/all", "r"); see(f == 0 || 1); if (f) fclose(f)
int n = fputs("", stderr); see(n >= -1); n = putc(0, stderr); see(n == 0 || n == -1); n = fflush(stderr); see(n == 0 || n == -1)
see(remove("/nowhere/at/all") <= 0); see(rename("/nowhere/at/all", "/nowhere/x") <= 0); see(access("/nowhere/at/all", 0) <= 0)
see(getpid() > 0); see(isatty(0) <= 1); see(close(-1) <= 0)
see(getpid() == getpid()); see(umask(022) <= 0777); see(umask(0) == 022); see(dup2(1, -1)); see(fileno(stdin)); see(fileno(stderr))
char path[4096]; see(getcwd(path, 1) == 0); char *p = getcwd(path, sizeof path); see(p == 0 || p[0] == '/')
char b[64]; char *p = getcwd(b, sizeof b); see(p == 0 || (p == b && strlen(b) < sizeof b)); see(1)
char b[4]; see(read(-1, b, 4) <= 4); int ends[2]; if (pipe(ends) == 0) { see(ends[0] != ends[1]); close(ends[0]); close(ends[1]); } else see(1)
char b[] = "/nowhere/xXXXXXX"; see(mkstemp(b) >= -1); see(strlen(b))
char b[L_tmpnam]; char *s = tmpnam(b); see(s == 0 || (s == b && strlen(b) < L_tmpnam)); s = tmpnam(0); see(s == 0 || strlen(s) < L_tmpnam)
FILE *f = tmpfile(); fpos_t at; if (f && fgetpos(f, &at) == 0) { int n = fsetpos(f, &at); see(n == 0 || n == -1); } else see(1); if (f) fclose(f)
FILE *f = fopen("/dev/null", "r"); if (f) { see(feof(f)); see(ferror(f)); int c = fgetc(f); see((c == EOF) == (feof(f) || ferror(f))); clearerr(f); see(feof(f)); see(ferror(f)); fclose(f); }
FILE *f = fopen("/dev/zero", "r"); char b[8]; if (f) { size_t n = fread(b, 2, 4, f); see((n < 4) == (feof(f) || ferror(f))); if (n == 4) see(feof(f)); rewind(f); see(feof(f)); fclose(f); }
char b[8]; char *s = fgets(b, 8, stdin); see((s == 0) <= (feof(stdin) || ferror(stdin))); if (feof(stdin)) { see(fgets(b, 8, stdin) == 0); see(getchar()); int n = 0; see(scanf("%d", &n)); }
int n = 0, k = scanf("%d", &n); see(k != -1 || feof(stdin) || ferror(stdin)); see(fgets((char *)&n, 1, stdin) == (char *)&n); see(fread(&n, 0, 4, stdin))
FILE *f = fopen("/dev/full", "w"); if (f) { int n = fputs("x", f), m = fflush(f); see((n >= 0 && m == 0) != !!ferror(f)); see(feof(f)); clearerr(f); see(ferror(f)); fclose(f); }
int a = open("/dev/null", O_RDONLY), b = open("/dev/zero", O_RDONLY); if (a >= 0 && b >= 0) { see(a > 2); see(b > a); close(a); int c = dup(b); if (c >= 0) see(c == a); close(b); see(close(b)); char x; see(read(b, &x, 1)); if (c >= 0) close(c); }
FILE *f = fopen("/dev/null", "r"); if (f) { int n = fileno(f); see(n > 2); see(fileno(f) == n); see(fseek(f, 0, 9)); fclose(f); see(close(n)); }
FILE *f = tmpfile(); if (f) { long n = ftell(f); see(n == 0 || n == -1); if (fseek(f, 0, SEEK_SET) == 0) { n = ftell(f); see(n == 0 || n == -1); } fclose(f); }
see(write(-1, "x", 1)); see(lseek(-1, 0, 0)); see(dup(-1)); see(fdopen(-1, "r") == 0)
FILE *f = tmpfile(); if (f) { rewind(f); see(ftell(f) >= -1); see(feof(f) == feof(f) || 1); fclose(f); } else see(1)
assert(1 + 1 == 2); static_assert(sizeof(int) == 4, ""); see(INT_MAX); see(CHAR_MIN); see(UINT_MAX); see(LONG_MIN)
""".strip().splitlines()

SORTING = r"""
int a[] = {3, 1, 2}; qsort(a, 3, sizeof *a, ascending); see(a[0]); see(a[1]); see(a[2])
int a[] = {5, 4, 4, 9, 0}; qsort(a, 5, sizeof *a, ascending); for (int i = 0; i < 5; i++) see(a[i])
int n = -1, a[] = {3, 1, 2}; qsort_r(a, 3, sizeof *a, descending, &n); see(a[0]); see(a[1]); see(a[2]); see(n)
int a[] = {1, 3, 5, 7}, k = 5; int *p = bsearch(&k, a, 4, sizeof *a, ascending); see(p - a); k = 4; see(bsearch(&k, a, 4, sizeof *a, ascending) == 0)
int a[] = {1, 3, 5, 7}, k = 0; see(bsearch(&k, a, 4, sizeof *a, ascending) == 0); k = 8; see(bsearch(&k, a, 4, sizeof *a, ascending) == 0); k = 7; see((int *)bsearch(&k, a, 4, sizeof *a, ascending) - a); see(bsearch(&k, a, 0, sizeof *a, ascending) == 0)
""".strip().splitlines()

EFFECTS = r"""
int n = 0, a[] = {1, 0}; qsort_r(a, 1, sizeof *a, counted, &n); see(n); see(a[0]); qsort_r(a, 2, sizeof *a, counted, &n); see(n >= 1); see(a[0])
int n = 0, a[] = {3, 1, 2}; qsort_r(a, 3, sizeof *a, counted, &n); see(a[0]); see(a[1]); see(a[2]); see(n > 1)
""".strip().splitlines()

WIDE = r"""
see(wcslen(L"")); see(wcslen(L"abc")); see(wcsnlen(L"abcdef", 4)); see(wcsnlen(L"ab", 9))
wchar_t b[6] = L"....."; see(wcscpy(b, L"abc") - b); for (int i = 0; i < 6; i++) see(b[i]); see(wcpcpy(b, L"xy") - b)
wchar_t b[6] = L"....."; see(wcsncpy(b, L"abc", 5) - b); for (int i = 0; i < 6; i++) see(b[i]); see(wcpncpy(b, L"abcdef", 3) - b); see(b[3])
wchar_t b[8] = L"ab"; see(wcscat(b, L"cd") - b); see(wcsncat(b, L"efg", 2) - b); for (int i = 0; i < 7; i++) see(b[i])
sign(wcscmp(L"abc", L"abd")); sign(wcscmp(L"b", L"abd")); sign(wcscmp(L"", L"")); sign(wcsncmp(L"abc", L"abd", 2)); sign(wcscoll(L"b", L"a"))
const wchar_t *s = L"abca"; see(wcschr(s, L'a') - s); see(wcsrchr(s, L'a') - s); see(wcschr(s, 0) - s); see(wcschr(s, L'x') == 0); see(wcschrnul(s, L'x') - s)
const wchar_t *s = L"aabbc"; see(wcsspn(s, L"ab")); see(wcscspn(s, L"c")); see(wcspbrk(s, L"cb") - s); see(wcspbrk(s, L"x") == 0); see(wcsstr(s, L"bb") - s); see(wcsstr(s, L"bc!") == 0); see(wcsstr(s, L"") - s)
wchar_t b[] = L",a,,b"; wchar_t *rest; wchar_t *t = wcstok(b, L",", &rest); see(t - b); see(t[1]); t = wcstok(0, L",", &rest); see(t - b); see(wcstok(0, L",", &rest) == 0)
wchar_t *d = wcsdup(L"ab"); if (d) { see(d[1]); see(d[2]); } free(d)
wchar_t b[4] = L"..."; see(wmemset(b, L'x', 2) - b); see(b[1]); see(b[2]); see(wmemcpy(b, L"pq", 2) - b); see(b[1]); see(wmemmove(b + 1, b, 2) - b); see(b[2]); see(wmempcpy(b, L"rs", 2) - b)
const wchar_t *s = L"abc"; see(wmemchr(s, L'c', 3) - s); see(wmemchr(s, L'c', 2) == 0); sign(wmemcmp(s, L"abd", 3)); sign(wmemcmp(s, L"abd", 2))
sign(wcscasecmp(L"ABC", L"abd")); sign(wcsncasecmp(L"ABC", L"abd", 2)); see(towlower(L'Q')); see(towupper(L'q')); see(towlower(L'1')); see(towupper(WEOF) == WEOF)
for (int c = 0; c < 128; c += 3) see(!!iswalpha(c) + 2 * !!iswdigit(c) + 4 * !!iswspace(c) + 8 * !!iswpunct(c) + 16 * !!iswcntrl(c) + 32 * !!iswprint(c) + 64 * !!iswxdigit(c) + 128 * !!iswblank(c) + 256 * !!iswupper(c) + 512 * !!iswlower(c) + 1024 * !!iswgraph(c) + 2048 * !!iswalnum(c)); see(iswalpha(WEOF))
""".strip().splitlines()

SYSTEM = r"""
int n = getpgid(0); see(n == -1 || n >= 1); n = getsid(0); see(n >= -1)
errno = 0; int n = getpriority(PRIO_PROCESS, 0); see(n >= -20 && n <= 19)
errno = 0; int n = unlinkat(-1, "nowhere", 0); see(n == 0 || (n == -1 && errno > 0)); n = mkdirat(-1, "nowhere/x", 0700); see(n == 0 || n == -1)
int n = faccessat(AT_FDCWD, "/nowhere/at/all", 0, 0); see(n == 0 || n == -1); char b[4]; see(readlinkat(AT_FDCWD, "/nowhere/at/all", b, 4) <= 4)
int n = posix_fadvise(-1, 0, 0, 0); see(n >= 0 && n < 4096); n = lockf(-1, F_TEST, 0); see(n == 0 || n == -1)
see(pathconf("/", _PC_NAME_MAX) >= -1); see(fpathconf(0, _PC_PIPE_BUF) >= -1)
see(sched_get_priority_max(SCHED_FIFO) >= -1); see(sched_get_priority_min(SCHED_FIFO) >= -1)
struct node { struct node *next, *previous; int value; } a = {0}, b = {0}, c = {0}; insque(&a, 0); insque(&b, &a); insque(&c, &a); see(a.next == &c); see(c.next == &b); see(b.previous == &c); remque(&c); see(a.next == &b); see(b.previous == &a)
struct sigaction old, now = {0}; now.sa_handler = SIG_IGN; see(sigaction(SIGUSR1, &now, &old)); see(old.sa_handler == SIG_DFL || old.sa_handler == SIG_IGN); see(sigaction(SIGUSR1, 0, &old)); see(old.sa_handler == SIG_IGN)
see(signal(SIGUSR2, SIG_IGN) != SIG_ERR); see(signal(SIGUSR2, SIG_DFL) == SIG_IGN); errno = 0; see(signal(SIGUSR2, SIG_ERR) == SIG_ERR); see(errno); see(signal(SIGUSR2, SIG_DFL) == SIG_DFL); errno = 0; see(signal(SIGKILL, SIG_IGN) == SIG_ERR); see(errno); see(sigaction(0, 0, 0)); see(errno)
""".strip().splitlines()

GROUPS = {
    "wide characters": WIDE,
    "system": SYSTEM,
    "string": STRING,
    "ctype": CTYPE,
    "stdlib": STDLIB,
    "sorting": SORTING,
    "effects": EFFECTS,
    "printf": PRINTF,
    "printed": PRINTED,
    "scanf": SCANF,
    "time": TIME,
    "characters": CHARACTERS,
    "other": OTHER,
    "exact mathematics": MATH_BITS,
    "ranges of mathematics": MATH_RANGES,
}
SEARCHED = ("sorting", "effects")
"""Groups whose models choose a result and then compare: random choices seldom reach the end of a run."""
EXACT = ("string", "ctype", "printf", "scanf", "exact mathematics", *SEARCHED)
"""The groups of which nearly every call is modelled exactly, and without unknown input."""
