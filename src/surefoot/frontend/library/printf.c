/* Formatted output of <stdio.h>, <err.h> and <error.h>. Integers, characters, strings and pointers
   are printed exactly. The text of a floating-point number is havocked, with bounds on its length. */
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef __builtin_va_list va_list;
void *malloc(size_t size);
void exit(int status);
int *__errno_location(void);
int __surefoot_havocked_int(void);
void __surefoot_havocked_from_here(void);
int __surefoot_unknown_int(void);
void __surefoot_wrote(const void *stream, int failed);
void __surefoot_wrote_to_file(int file);
char __surefoot_havocked_char(void);
void __surefoot_assume(int condition);
void __surefoot_forget_error_number(int failed);
void __surefoot_use_stream(const void *stream);
void __surefoot_require_apart(const void *left, size_t left_size, const void *right, size_t right_size);

/* Output buffer: characters are stored at `target` while there is room, and all of them are
   counted. */
struct library_output { char *target; size_t room, length; };

/* Conversion specification after %. The precision is -1 if there is none; the size is that of the
   argument. */
struct library_conversion { int left, plus, space, alternative, zero, width, precision, size; char letter; };

static void library_put(struct library_output *out, char c) {
    if (out->length < out->room)
        out->target[out->length] = c;
    out->length++;
}

static void library_pad(struct library_output *out, char c, int count) {
    if (out->room == 0) {
        if (count > 0)
            out->length += count;
        return;
    }
    for (int i = 0; i < count; i++)
        library_put(out, c);
}

static void library_put_string(struct library_output *out, const char *s, size_t length) {
    if (out->room == 0) {
        out->length += length;
        return;
    }
    for (size_t i = 0; i < length; i++)
        library_put(out, s[i]);
}

/* Sums of comparisons: loops and divisions are harder for solvers. */
static int library_decimal_digits(uintmax_t v) {
    return 1 + (v >= 10U) + (v >= 100U) + (v >= 1000U) + (v >= 10000U) + (v >= 100000U) + (v >= 1000000U) + (v >= 10000000U)
        + (v >= 100000000U) + (v >= 1000000000U) + (v >= 10000000000U) + (v >= 100000000000U) + (v >= 1000000000000U)
        + (v >= 10000000000000U) + (v >= 100000000000000U) + (v >= 1000000000000000U) + (v >= 10000000000000000U)
        + (v >= 100000000000000000U) + (v >= 1000000000000000000U) + (v >= 10000000000000000000U);
}

static int library_small_decimal_digits(unsigned v) {
    return 1 + (v >= 10U) + (v >= 100U) + (v >= 1000U) + (v >= 10000U) + (v >= 100000U) + (v >= 1000000U) + (v >= 10000000U)
        + (v >= 100000000U) + (v >= 1000000000U);
}

static int library_hexadecimal_digits(uintmax_t v) {
    return 1 + (v >> 4 != 0) + (v >> 8 != 0) + (v >> 12 != 0) + (v >> 16 != 0) + (v >> 20 != 0) + (v >> 24 != 0) + (v >> 28 != 0)
        + (v >> 32 != 0) + (v >> 36 != 0) + (v >> 40 != 0) + (v >> 44 != 0) + (v >> 48 != 0) + (v >> 52 != 0) + (v >> 56 != 0) + (v >> 60 != 0);
}

static int library_octal_digits(uintmax_t v) {
    return 1 + (v >> 3 != 0) + (v >> 6 != 0) + (v >> 9 != 0) + (v >> 12 != 0) + (v >> 15 != 0) + (v >> 18 != 0) + (v >> 21 != 0)
        + (v >> 24 != 0) + (v >> 27 != 0) + (v >> 30 != 0) + (v >> 33 != 0) + (v >> 36 != 0) + (v >> 39 != 0) + (v >> 42 != 0)
        + (v >> 45 != 0) + (v >> 48 != 0) + (v >> 51 != 0) + (v >> 54 != 0) + (v >> 57 != 0) + (v >> 60 != 0) + (v >> 63 != 0);
}

static const unsigned library_small_powers[10] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};

static const uintmax_t library_powers[20] = {
    1U, 10U, 100U, 1000U, 10000U, 100000U, 1000000U, 10000000U, 100000000U, 1000000000U, 10000000000U, 100000000000U,
    1000000000000U, 10000000000000U, 100000000000000U, 1000000000000000U, 10000000000000000U, 100000000000000000U,
    1000000000000000000U, 10000000000000000000U,
};

static void library_put_small_decimal(struct library_output *out, unsigned value, int count) {
    for (int i = 9; i >= 0; i--) {
        unsigned p = library_small_powers[i];
        unsigned rest = value;
        int digit = 0;
        for (int j = 0; j < 9; j++)
            if (rest >= p) {
                rest -= p;
                digit++;
            }
        value = rest;
        size_t at = out->length + count - 1 - i;
        if (i < count && at < out->room)
            out->target[at] = (char)('0' + digit);
    }
}

static void library_put_decimal(struct library_output *out, uintmax_t value, int count) {
    for (int i = 19; i >= 0; i--) {
        uintmax_t p = library_powers[i];
        uintmax_t rest = value;
        int digit = 0;
        for (int j = 0; j < 9; j++)
            if (rest >= p) {
                rest -= p;
                digit++;
            }
        value = rest;
        size_t at = out->length + count - 1 - i;
        if (i < count && at < out->room)
            out->target[at] = (char)('0' + digit);
    }
}

static void library_put_bits(struct library_output *out, uintmax_t value, int bits, int count, int upper) {
    size_t end = out->length + count;
    for (int i = 1; i <= count; i++) {
        int digit = (int)(value & ((1u << bits) - 1));
        value >>= bits;
        if (end - i < out->room)
            out->target[end - i] = (char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10);
    }
}

/* Print a number with its prefix of `prefixed` characters. */
static void library_put_number(struct library_output *out, const struct library_conversion *how, uintmax_t value, const char *prefix, int prefixed) {
    char letter = how->letter;
    unsigned base = letter == 'o' ? 8 : letter == 'x' || letter == 'X' || letter == 'p' ? 16 : 10;
    int small = how->size <= 4;
    int digits = 0, zeros = 0;
    if (value != 0 || how->precision != 0) {
        if (base == 10)
            digits = small ? library_small_decimal_digits((unsigned)value) : library_decimal_digits(value);
        else
            digits = base == 8 ? library_octal_digits(value) : library_hexadecimal_digits(value);
    }
    if (how->precision > digits)
        zeros = how->precision - digits;
    if (base == 8 && how->alternative && zeros == 0 && (value != 0 || digits == 0))
        zeros = 1;
    int padding = how->width - prefixed - zeros - digits;
    if (padding > 0 && how->zero && how->precision < 0 && !how->left) {
        zeros += padding;
        padding = 0;
    }
    if (!how->left)
        library_pad(out, ' ', padding);
    library_put_string(out, prefix, prefixed);
    library_pad(out, '0', zeros);
    if (out->room != 0) {
        if (base != 10)
            library_put_bits(out, value, base == 8 ? 3 : 4, digits, letter == 'X');
        else if (small)
            library_put_small_decimal(out, (unsigned)value, digits);
        else
            library_put_decimal(out, value, digits);
    }
    out->length += digits;
    if (how->left)
        library_pad(out, ' ', padding);
}

static void library_put_signed(struct library_output *out, const struct library_conversion *how, intmax_t value) {
    uintmax_t magnitude = value < 0 ? 0 - (uintmax_t)value : (uintmax_t)value;
    const char *sign = value < 0 ? "-" : how->plus ? "+" : " ";
    library_put_number(out, how, magnitude, sign, value < 0 || how->plus || how->space);
}

static void library_put_padded(struct library_output *out, const struct library_conversion *how, const char *s, size_t length) {
    int padding = length < (size_t)how->width ? how->width - (int)length : 0;
    if (!how->left)
        library_pad(out, ' ', padding);
    library_put_string(out, s, length);
    if (how->left)
        library_pad(out, ' ', padding);
}

static size_t library_length_up_to(const char *s, int limit) {
    size_t length = 0;
    while ((limit < 0 || length < (size_t)limit) && s[length] != 0)
        length++;
    return length;
}

/* Print `least` to `most` havocked characters. */
static void library_put_havocked(struct library_output *out, int width, int least, int most) {
    int range = most - least;
    int more = __surefoot_havocked_int() & (range < 2 ? 1 : range < 16 ? 15 : range < 512 ? 511 : 0x7fffffff);
    __surefoot_assume(more <= range);
    int length = least + more;
    if (length < width)
        length = width;
    if (out->room == 0) {
        out->length += length;
        return;
    }
    for (int i = 0; i < length; i++) {
        char c = __surefoot_havocked_char();
        __surefoot_assume(c != 0);
        library_put(out, c);
    }
}

static void library_put_float(struct library_output *out, const struct library_conversion *how, double value) {
    int negative = __builtin_signbit(value) != 0;
    int is_signed = negative || how->plus || how->space;
    int precision = how->precision < 0 ? 6 : how->precision;
    int is_upper = how->letter >= 'A' && how->letter <= 'Z';
    if (!__builtin_isfinite(value)) {
        const char *name = value != value ? (is_upper ? "NAN" : "nan") : (is_upper ? "INF" : "inf");
        char text[4] = {negative ? '-' : how->plus ? '+' : ' ', name[0], name[1], name[2]};
        library_put_padded(out, how, is_signed ? text : text + 1, 3 + is_signed);
        return;
    }
    int fraction = precision > 0 ? precision + 1 : how->alternative;
    int least = is_signed + 1, most;
    double size = negative ? -value : value;
    switch (how->letter) {
    case 'f': case 'F': {
        int digits = 1 + (size >= 1e1) + (size >= 1e2) + (size >= 1e3) + (size >= 1e4) + (size >= 1e5) + (size >= 1e6) + (size >= 1e7)
            + (size >= 1e8) + (size >= 1e9) + (size >= 1e10) + (size >= 1e11) + (size >= 1e12);
        least = is_signed + digits + fraction;
        most = size < 1e12 ? least + 1 : is_signed + 309 + fraction;
        break;
    }
    case 'e': case 'E':
        least = is_signed + 1 + fraction + 4;
        most = least + 1;
        break;
    case 'g': case 'G':
        most = is_signed + (precision == 0 ? 1 : precision) + 7;
        break;
    default:
        least = is_signed + 6;
        most = is_signed + (how->precision < 0 ? 13 : precision) + 11;
    }
    library_put_havocked(out, how->width, least, most);
}

static intmax_t library_signed_argument(int size, intmax_t value) {
    return size == 1 ? (signed char)value : size == 2 ? (short)value : value;
}

static uintmax_t library_unsigned_argument(int size, uintmax_t value) {
    return size == 1 ? (unsigned char)value : size == 2 ? (unsigned short)value : value;
}

static void library_store_count(void *target, int size, size_t count) {
    if (size == 1)
        *(signed char *)target = (signed char)count;
    else if (size == 2)
        *(short *)target = (short)count;
    else if (size == 4)
        *(int *)target = (int)count;
    else
        *(long long *)target = (long long)count;
}

static void library_put_unsigned(struct library_output *out, const struct library_conversion *how, uintmax_t value) {
    int is_prefixed = how->alternative && value != 0 && (how->letter == 'x' || how->letter == 'X');
    library_put_number(out, how, value, how->letter == 'x' ? "0x" : "0X", is_prefixed ? 2 : 0);
}

static void library_put_character(struct library_output *out, const struct library_conversion *how, int value) {
    char c = (char)value;
    library_put_padded(out, how, &c, 1);
}

static void library_put_text(struct library_output *out, const struct library_conversion *how, const char *s) {
    size_t length = library_length_up_to(s, how->precision);
    library_put_padded(out, how, s, length);
    size_t written = out->length < out->room ? out->length : out->room;
    __surefoot_require_apart(out->target, written, s, length + (how->precision < 0 || length < (size_t)how->precision));
}

static void library_put_pointer(struct library_output *out, struct library_conversion *how, const void *pointer) {
    how->size = sizeof(void *);
    if (pointer == 0)
        library_put_padded(out, how, "(nil)", 5);
    else
        library_put_number(out, how, (__UINTPTR_TYPE__)pointer, "0x", 2);
}

static void library_set_width(struct library_conversion *how, int width) {
    how->left = how->left || width < 0;
    if (width < -0x7fffffff) { /* -width is not representable as an int */
        __surefoot_havocked_from_here();
        width = -0x7fffffff;
    }
    how->width = width < 0 ? -width : width;
}

/* Return the number of characters, or -1 if it exceeds INT_MAX. */
static int library_counted(const struct library_output *out) {
    if (out->length > 0x7fffffff) {
        *__errno_location() = 75; /* EOVERFLOW */
        return -1;
    }
    return (int)out->length;
}

/* Interpret a format. For a literal, generated code replaces this function (literal_formats.py). */
static int library_format(struct library_output *out, const char *format, va_list arguments) {
    for (; *format != 0; format++) {
        if (*format != '%') {
            library_put(out, *format);
            continue;
        }
        struct library_conversion how = {0, 0, 0, 0, 0, 0, -1, sizeof(int), 0};
        for (format++;; format++) {
            if (*format == '-')
                how.left = 1;
            else if (*format == '+')
                how.plus = 1;
            else if (*format == ' ')
                how.space = 1;
            else if (*format == '#')
                how.alternative = 1;
            else if (*format == '0')
                how.zero = 1;
            else
                break;
        }
        if (*format == '*') {
            library_set_width(&how, __builtin_va_arg(arguments, int));
            format++;
        }
        for (; *format >= '0' && *format <= '9'; format++)
            how.width = (int)(how.width * 10u + (*format - '0'));
        if (*format == '.') {
            format++;
            how.precision = 0;
            if (*format == '*') {
                how.precision = __builtin_va_arg(arguments, int);
                if (how.precision < 0)
                    how.precision = -1;
                format++;
            }
            for (; *format >= '0' && *format <= '9'; format++)
                how.precision = (int)(how.precision * 10u + (*format - '0'));
        }
        int longs = 0, is_long_double = 0;
        for (;; format++) {
            if (*format == 'h')
                how.size /= 2;
            else if (*format == 'l')
                how.size = longs++ == 0 ? sizeof(long) : sizeof(long long);
            else if (*format == 'j' || *format == 'q')
                how.size = 8;
            else if (*format == 'z' || *format == 't')
                how.size = sizeof(size_t);
            else if (*format == 'L')
                is_long_double = 1;
            else
                break;
        }
        how.letter = *format;
        switch (how.letter) {
        case 'd': case 'i':
            if (how.size == 8)
                library_put_signed(out, &how, __builtin_va_arg(arguments, long long));
            else
                library_put_signed(out, &how, library_signed_argument(how.size, __builtin_va_arg(arguments, int)));
            break;
        case 'u': case 'o': case 'x': case 'X':
            if (how.size == 8)
                library_put_unsigned(out, &how, __builtin_va_arg(arguments, unsigned long long));
            else
                library_put_unsigned(out, &how, library_unsigned_argument(how.size, __builtin_va_arg(arguments, unsigned)));
            break;
        case 'c':
            if (longs == 0) {
                library_put_character(out, &how, __builtin_va_arg(arguments, int));
            } else {
                __builtin_va_arg(arguments, int);
                library_put_havocked(out, how.width, 0, 16);
            }
            break;
        case 's': {
            const char *s = __builtin_va_arg(arguments, const char *);
            if (longs == 0)
                library_put_text(out, &how, s);
            else
                library_put_havocked(out, how.width, 0, 0x7fffffff);
            break;
        }
        case 'p':
            library_put_pointer(out, &how, __builtin_va_arg(arguments, void *));
            break;
        case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
            if (is_long_double) {
                __builtin_va_arg(arguments, long double);
                library_put_havocked(out, how.width, 1, 6000 + how.precision);
            } else {
                library_put_float(out, &how, __builtin_va_arg(arguments, double));
            }
            break;
        case 'n':
            library_store_count(__builtin_va_arg(arguments, void *), how.size, out->length);
            break;
        case '%':
            library_put(out, '%');
            break;
        default: /* extension or undefined: the output and the arguments read are unknown */
            if (__surefoot_havocked_int())
                __builtin_unreachable();
            library_put_havocked(out, 0, 0, 0x7fffffff);
            return __surefoot_havocked_int();
        }
    }
    return library_counted(out);
}

int vsnprintf(char *s, size_t size, const char *format, va_list arguments) {
    struct library_output out = {s, size > 0 ? size - 1 : 0, 0};
    int length = library_format(&out, format, arguments);
    if (size > 0)
        s[out.length < size - 1 ? out.length : size - 1] = 0;
    return length;
}

int snprintf(char *s, size_t size, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vsnprintf(s, size, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int vsprintf(char *s, const char *format, va_list arguments) {
    struct library_output out = {s, (size_t)-1, 0};
    int length = library_format(&out, format, arguments);
    s[out.length] = 0;
    return length;
}

int sprintf(char *s, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vsprintf(s, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int __vsnprintf_chk(char *s, size_t size, int flag, size_t room, const char *format, va_list arguments) {
    return vsnprintf(s, size, format, arguments);
}

int __snprintf_chk(char *s, size_t size, int flag, size_t room, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vsnprintf(s, size, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int __vsprintf_chk(char *s, int flag, size_t room, const char *format, va_list arguments) {
    return vsprintf(s, format, arguments);
}

int __sprintf_chk(char *s, int flag, size_t room, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vsprintf(s, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int vasprintf(char **target, const char *format, va_list arguments) {
    va_list again;
    __builtin_va_copy(again, arguments);
    struct library_output counted = {0, 0, 0};
    int length = library_format(&counted, format, again);
    __builtin_va_end(again);
    if (length < 0)
        return -1;
    char *s = malloc((size_t)length + 1);
    if (s == 0)
        return -1;
    struct library_output out = {s, (size_t)length, 0};
    library_format(&out, format, arguments);
    s[length] = 0;
    *target = s;
    return length;
}

int asprintf(char **target, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vasprintf(target, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

/* Output to a stream: the characters are not stored. */
static int library_told(const char *format, va_list arguments) {
    struct library_output out = {0, 0, 0};
    int length = library_format(&out, format, arguments);
    __surefoot_forget_error_number(0);
    return length;
}

#if defined LIBRARY_TRACKS_FLAGS || defined LIBRARY_READS_OWN_FILES || defined LIBRARY_TRACKS_POSITIONS
extern void *stdout, *stderr;
#define LIBRARY_STDOUT stdout
#define LIBRARY_TELLS_OF_OUTPUT
#define LIBRARY_COMPLAINED() __surefoot_wrote(stderr, __surefoot_unknown_int())
#else
#define LIBRARY_STDOUT 0
#define LIBRARY_COMPLAINED() (void)0
#endif

/* Output to a stream whose caller may observe a failed write. The result is marked as havocked, so
   that a violation that depends on it needs confirmation. The error indicator of the stream is not
   set. */
static int library_printed(const void *stream, const char *format, va_list arguments) {
    int length = library_told(format, arguments);
    length = __surefoot_havocked_int() ? -1 : length;
#ifdef LIBRARY_TELLS_OF_OUTPUT
    int fails = __surefoot_unknown_int();
    __surefoot_assume((fails != 0) == (length < 0));
    __surefoot_wrote(stream, fails);
#endif
    return length;
}

static int library_printed_to_file(int file, const char *format, va_list arguments) {
    int length = library_told(format, arguments);
#ifdef LIBRARY_READS_OWN_FILES
    __surefoot_wrote_to_file(file);
#endif
    return file < 0 || __surefoot_havocked_int() ? -1 : length;
}

int vprintf(const char *format, va_list arguments) {
    return library_printed(LIBRARY_STDOUT, format, arguments);
}

int vfprintf(void *stream, const char *format, va_list arguments) {
    __surefoot_use_stream(stream);
    return library_printed(stream, format, arguments);
}

int vdprintf(int file, const char *format, va_list arguments) {
    return library_printed_to_file(file, format, arguments);
}

int printf(const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int length = library_printed(LIBRARY_STDOUT, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int fprintf(void *stream, const char *format, ...) {
    __surefoot_use_stream(stream);
    va_list arguments;
    __builtin_va_start(arguments, format);
    int length = library_printed(stream, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int dprintf(int file, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int length = library_printed_to_file(file, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int __printf_chk(int flag, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int length = library_printed(LIBRARY_STDOUT, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int __fprintf_chk(void *stream, int flag, const char *format, ...) {
    __surefoot_use_stream(stream);
    va_list arguments;
    __builtin_va_start(arguments, format);
    int length = library_printed(stream, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int __vprintf_chk(int flag, const char *format, va_list arguments) {
    return library_printed(LIBRARY_STDOUT, format, arguments);
}

int __vfprintf_chk(void *stream, int flag, const char *format, va_list arguments) {
    __surefoot_use_stream(stream);
    return library_printed(stream, format, arguments);
}

void vwarn(const char *format, va_list arguments) {
    if (format != 0)
        library_told(format, arguments);
    LIBRARY_COMPLAINED();
}

void vwarnx(const char *format, va_list arguments) {
    if (format != 0)
        library_told(format, arguments);
    LIBRARY_COMPLAINED();
}

void warn(const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    vwarn(format, arguments);
    __builtin_va_end(arguments);
}

void warnx(const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    vwarn(format, arguments);
    __builtin_va_end(arguments);
}

void verr(int status, const char *format, va_list arguments) {
    vwarn(format, arguments);
    exit(status);
}

void verrx(int status, const char *format, va_list arguments) {
    vwarn(format, arguments);
    exit(status);
}

void err(int status, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    verr(status, format, arguments);
}

void errx(int status, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    verr(status, format, arguments);
}

void error(int status, int number, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    library_told(format, arguments);
    LIBRARY_COMPLAINED();
    __builtin_va_end(arguments);
    if (status != 0)
        exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    library_told(format, arguments);
    LIBRARY_COMPLAINED();
    __builtin_va_end(arguments);
    if (status != 0)
        exit(status);
}
