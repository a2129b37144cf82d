/* Formatted input of <stdio.h>. From strings everything is read exactly, except for floating-point
   numbers that strtod havocs. From streams, a conversion yields any value that it can yield. */
typedef __SIZE_TYPE__ size_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef __builtin_va_list va_list;
void *malloc(size_t size);
int *__errno_location(void);
int __surefoot_unknown_int(void);
char __surefoot_unknown_char(void);
size_t __surefoot_unknown_size(void);
unsigned long long __surefoot_unknown_ulonglong(void);
double __surefoot_unknown_double(void);
int __surefoot_havocked_int(void);
void __surefoot_havocked_from_here(void);
void __surefoot_assume(int condition);
void __surefoot_came(const void *stream, int came, int meets);
int __surefoot_is_own(const void *stream);
void __surefoot_put_at(const void *stream, long position);
void __surefoot_forget_error_number(int failed);
void __surefoot_use_stream(const void *stream);
void __surefoot_require_apart(const void *left, size_t left_size, const void *right, size_t right_size);
double strtod(const char *s, char **end);
float strtof(const char *s, char **end);
long double strtold(const char *s, char **end);

/* Conversion: the maximal number of characters (0 for no limit), the size of its object, and the
   scanset of %[. */
struct library_input { int suppressed, allocates, longs, is_long_double; size_t width, size; char letter; const char *set; int set_length, excludes; };

static int library_is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static const char *library_after_space(const char *s) {
    while (library_is_space(*s))
        s++;
    return s;
}

/* Parse the conversion after %. Return the rest of the format. */
static const char *library_read_conversion(const char *format, struct library_input *how) {
    if (*format == '*') {
        how->suppressed = 1;
        format++;
    }
    for (; *format >= '0' && *format <= '9'; format++)
        how->width = how->width * 10 + (*format - '0');
    if (*format == 'm') {
        how->allocates = 1;
        format++;
    }
    for (;; format++) {
        if (*format == 'h')
            how->size /= 2;
        else if (*format == 'l')
            how->size = how->longs++ == 0 ? sizeof(long) : sizeof(long long);
        else if (*format == 'j' || *format == 'q')
            how->size = 8;
        else if (*format == 'z' || *format == 't')
            how->size = sizeof(size_t);
        else if (*format == 'L')
            how->is_long_double = 1;
        else
            break;
    }
    how->letter = *format;
    if (*format == '[') {
        format++;
        if (*format == '^') {
            how->excludes = 1;
            format++;
        }
        how->set = format;
        do
            format++;
        while (*format != ']' && *format != 0);
        how->set_length = (int)(format - how->set);
    }
    return *format == 0 ? format : format + 1;
}

static int library_in_set(const struct library_input *how, char c) {
    unsigned char wanted = (unsigned char)c;
    for (int i = 0; i < how->set_length; i++) {
        unsigned char low = (unsigned char)how->set[i], high = low;
        if (i + 2 < how->set_length && how->set[i + 1] == '-') {
            high = (unsigned char)how->set[i + 2];
            i += 2;
        }
        if (wanted >= low && wanted <= high)
            return !how->excludes;
        if (low > high && __surefoot_havocked_int()) /* the meaning of such a range is implementation-defined */
            return !how->excludes;
    }
    return how->excludes;
}

static int library_is_taken(const struct library_input *how, char c) {
    return how->letter == '[' ? library_in_set(how, c) : !library_is_space(c);
}

static void library_store_integer(void *target, size_t size, uintmax_t value) {
    if (size == 1)
        *(unsigned char *)target = (unsigned char)value;
    else if (size == 2)
        *(unsigned short *)target = (unsigned short)value;
    else if (size == 4)
        *(unsigned *)target = (unsigned)value;
    else
        *(unsigned long long *)target = value;
}

static int library_value_of(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 36;
}

/* Read a number of at most `width` characters. Return its length, or 0 if there is none. */
static size_t library_scan_integer(const char *s, const struct library_input *how, uintmax_t *result) {
    size_t width = how->width == 0 ? (size_t)-1 : how->width;
    size_t at = 0;
    char letter = how->letter;
    int base = letter == 'i' ? 0 : letter == 'o' ? 8 : letter == 'x' || letter == 'X' || letter == 'p' ? 16 : 10;
    int negative = 0, digits = 0, overflows = 0;
    if (width > 0 && (s[0] == '-' || s[0] == '+')) {
        negative = s[0] == '-';
        at++;
    }
    if (at < width && s[at] == '0' && (base == 0 || base == 16)) {
        digits = 1;
        at++;
        if (at < width && (s[at] == 'x' || s[at] == 'X')) {
            if (at + 1 >= width || library_value_of(s[at + 1]) >= 16) { /* no match in C; libraries differ */
                *result = 0;
                return __surefoot_havocked_int() ? 0 : at + (__surefoot_havocked_int() & 1);
            }
            base = 16;
            digits = 0;
            at++;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    int is_signed = letter == 'd' || letter == 'i';
    int is_wide = how->size > sizeof(long);
    uintmax_t most = is_wide || sizeof(long) == 8 ? (uintmax_t)-1 : (uintmax_t)(unsigned long)-1;
    uintmax_t limit = is_signed ? most / 2 + negative : most;
    uintmax_t value = 0, greatest = limit / base, rest = limit % base;
    for (; at < width && library_value_of(s[at]) < base; at++, digits++) {
        unsigned digit = library_value_of(s[at]);
        if (overflows || value > greatest || (value == greatest && digit > rest))
            overflows = 1;
        else
            value = value * base + digit;
    }
    if (digits == 0)
        return 0;
    if (overflows)
        *__errno_location() = 34; /* ERANGE */
    *result = overflows ? (negative && is_signed ? 0 - limit : limit) : negative ? 0 - value : value;
    return at;
}

/* On input such as 1e, 0x and infinit, strtod returns to the end of the number, but scanning does
   not; libraries differ in the result. */
static size_t library_taken_as_float(const char *s, const char *end) {
    switch (end == s ? 0 : *end) {
    case 'e': case 'E': case 'p': case 'P': case 'x': case 'X': case 'i': case 'I': case '(':
        if (__surefoot_havocked_int())
            return 0;
        for (int more = __surefoot_havocked_int() & 7; more > 0 && *end != 0; more--)
            end++;
    }
    return (size_t)(end - s);
}

/* Read a floating-point number and store it. Return its length, or 0 if there is none. */
static size_t library_take_float(const char *s, const struct library_input *how, void *target) {
    char text[64];
    char *end;
    if (how->width != 0) { /* limit what strtod reads */
        size_t i = 0;
        for (; i < how->width && i < 63 && s[i] != 0; i++)
            text[i] = s[i];
        text[i] = 0;
        s = text;
    }
    if (how->is_long_double) {
        long double value = strtold(s, &end);
        size_t taken = library_taken_as_float(s, end);
        if (taken != 0 && !how->suppressed)
            *(long double *)target = value;
        return taken;
    }
    if (how->longs != 0) {
        double value = strtod(s, &end);
        size_t taken = library_taken_as_float(s, end);
        if (taken != 0 && !how->suppressed)
            *(double *)target = value;
        return taken;
    }
    float value = strtof(s, &end);
    size_t taken = library_taken_as_float(s, end);
    if (taken != 0 && !how->suppressed)
        *(float *)target = value;
    return taken;
}

static size_t library_take_integer(const char *s, const struct library_input *how, void *target) {
    uintmax_t value = 0;
    size_t taken = library_scan_integer(s, how, &value);
    if (taken != 0 && !how->suppressed)
        library_store_integer(target, how->letter == 'p' ? sizeof(void *) : how->size, value);
    return taken;
}

static size_t library_take_characters(const char *s, const struct library_input *how, void *target) {
    size_t width = how->width != 0 ? how->width : how->letter == 'c' ? 1 : (size_t)-1;
    size_t taken = 0;
    while (taken < width && s[taken] != 0 && (how->letter == 'c' || library_is_taken(how, s[taken])))
        taken++;
    if (taken == 0 || how->suppressed)
        return taken;
    char *to = target;
    if (how->allocates) {
        to = malloc(taken + 1);
        *(char **)target = to;
        if (to == 0)
            return (size_t)-1;
    }
    for (size_t i = 0; i < taken; i++)
        to[i] = s[i];
    if (how->letter != 'c')
        to[taken] = 0;
    __surefoot_require_apart(to, taken + (how->letter != 'c'), s, taken);
    return taken;
}

/* Match a conversion against `s` and store the value in `target`, unless it is suppressed. Return
   the number of characters, 0 for a mismatch, or -1 if an allocation failed. */
static size_t library_take(const char *s, const struct library_input *how, void *target) {
    switch (how->letter) {
    case 'c': case 's': case '[':
        return library_take_characters(s, how, target);
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'p':
        return library_take_integer(s, how, target);
    default:
        return library_take_float(s, how, target);
    }
}

static int library_is_conversion(char letter) {
    switch (letter) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'p': case 'c': case 's': case '[':
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        return 1;
    default:
        return 0;
    }
}

/* Interpret a format. For a literal, generated code replaces this function (literal_formats.py). */
int vsscanf(const char *s, const char *format, va_list arguments) {
    const char *start = s;
    int count = 0;
    while (*format != 0) {
        if (library_is_space(*format)) {
            format++;
            s = library_after_space(s);
            continue;
        }
        if (*format != '%' || format[1] == '%') {
            if (*format == '%') {
                format++;
                s = library_after_space(s);
            }
            if (*s == 0)
                return count == 0 ? -1 : count;
            if (*s != *format)
                return count;
            s++;
            format++;
            continue;
        }
        struct library_input how = {0};
        how.size = sizeof(int);
        format = library_read_conversion(format + 1, &how);
        if (how.letter == 'n') {
            if (!how.suppressed)
                library_store_integer(__builtin_va_arg(arguments, void *), how.size, (uintmax_t)(s - start));
            continue;
        }
        if (how.letter != 'c' && how.letter != '[')
            s = library_after_space(s);
        if (*s == 0)
            return count == 0 ? -1 : count;
        if (!library_is_conversion(how.letter)) { /* extension or undefined: what is written is unknown */
            if (__surefoot_havocked_int())
                __builtin_unreachable();
            return __surefoot_havocked_int();
        }
        size_t taken = library_take(s, &how, how.suppressed ? 0 : __builtin_va_arg(arguments, void *));
        if (taken == 0)
            return count;
        if (taken == (size_t)-1)
            return -1;
        s += taken;
        if (!how.suppressed)
            count++;
    }
    return count;
}

int sscanf(const char *s, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vsscanf(s, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int __isoc99_vsscanf(const char *s, const char *format, va_list arguments) {
    return vsscanf(s, format, arguments);
}

int __isoc99_sscanf(const char *s, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vsscanf(s, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

/* State of a scan: whether it reads input at all, may have reached the end of input after its last
   item, or failed to allocate. */
#ifdef LIBRARY_TRACKS_FLAGS
static char library_scan_asks, library_scan_may_meet_end, library_scan_lacks_memory;
#define LIBRARY_SCAN_TELLS(what, is_so) (library_scan_##what = (is_so))
#else
#define LIBRARY_SCAN_TELLS(what, is_so) (void)0
#endif
#if defined LIBRARY_TRACKS_FLAGS || defined LIBRARY_READS_OWN_FILES || defined LIBRARY_TRACKS_POSITIONS
extern void *stdin;
#define LIBRARY_STDIN stdin
#else
#define LIBRARY_STDIN 0
#endif

static void library_receive_integer(const struct library_input *how, void *target) {
    uintmax_t value = __surefoot_unknown_ulonglong();
    if (how->letter == 'd' && how->width > 0 && how->width < 10) {
        int most = 9, least = 0;
        for (size_t i = 1; i < how->width; i++) {
            least = most;
            most = most * 10 + 9;
        }
        __surefoot_assume((intmax_t)value <= most && (intmax_t)value >= -least);
    } else if (how->width > 0) {
        __surefoot_havocked_from_here();
    }
    library_store_integer(target, how->letter == 'p' ? sizeof(void *) : how->size, value);
}

static void library_receive_float(const struct library_input *how, void *target) {
    if (how->width > 0)
        __surefoot_havocked_from_here();
    if (how->is_long_double)
        *(long double *)target = __surefoot_unknown_double();
    else if (how->longs != 0)
        *(double *)target = __surefoot_unknown_double();
    else
        *(float *)target = (float)__surefoot_unknown_double();
}

/* Return whether the allocation succeeded. */
static int library_receive_characters(const struct library_input *how, void *target) {
    size_t width = how->letter == 'c' && how->width == 0 ? 1 : how->width;
    size_t length = width == 1 ? 1 : __surefoot_unknown_size();
    __surefoot_assume(length > 0 && (width == 0 || length <= width) && length < (size_t)-1);
    char *to = target;
    if (how->allocates) {
        to = malloc(length + 1);
        *(char **)target = to;
        if (to == 0) {
            LIBRARY_SCAN_TELLS(lacks_memory, 1);
            return 0;
        }
    }
    for (size_t i = 0; i < length; i++) {
        char c = __surefoot_unknown_char();
        __surefoot_assume(how->letter == 'c' || library_is_taken(how, c));
        to[i] = c;
    }
    if (how->letter != 'c')
        to[length] = 0;
    LIBRARY_SCAN_TELLS(may_meet_end, length != width);
    return 1;
}

/* Return whether input fails before a conversion: negative at its end, positive for a mismatch. %c
   and %s match any character, unless input ends or the text before them does not match. */
static int library_scan_fails(char letter, size_t width, int is_after_text) {
    LIBRARY_SCAN_TELLS(asks, 1);
    LIBRARY_SCAN_TELLS(may_meet_end, 1);
    int fails = __surefoot_unknown_int();
    __surefoot_assume(fails <= 0 || is_after_text || (letter != 'c' && letter != 's'));
    if (!fails)
        LIBRARY_SCAN_TELLS(may_meet_end, width != 1 && (letter != 'c' || width != 0));
    return fails;
}

/* Text that does not match ends a scan, and so does the end of input. */
static void library_scan_text(char c) {
    if (!library_is_space(c))
        LIBRARY_SCAN_TELLS(asks, 1);
    LIBRARY_SCAN_TELLS(may_meet_end, 1);
}

/* Interpret a format. For a literal, generated code replaces this function (literal_formats.py).
   Input can fail before each conversion. A number with a field width is in the range of that many
   characters. */
static int library_scan_stream(const char *format, va_list arguments) {
    int count = 0, is_after_text = 0;
    while (*format != 0) {
        if (*format != '%' || format[1] == '%') {
            is_after_text = is_after_text || !library_is_space(*format);
            library_scan_text(*format);
            format += *format == '%' ? 2 : 1;
            continue;
        }
        struct library_input how = {0};
        how.size = sizeof(int);
        format = library_read_conversion(format + 1, &how);
        if (how.letter == 'n') {
            if (!how.suppressed)
                library_store_integer(__builtin_va_arg(arguments, void *), how.size, (unsigned)__surefoot_havocked_int());
            continue;
        }
        int fails = library_scan_fails(how.letter, how.width, is_after_text);
        is_after_text = 0;
        if (fails)
            return count == 0 && fails < 0 ? -1 : count;
        if (how.suppressed)
            continue;
        void *given = __builtin_va_arg(arguments, void *);
        switch (how.letter) {
        case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'p':
            library_receive_integer(&how, given);
            break;
        case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
            library_receive_float(&how, given);
            break;
        case 'c': case 's': case '[':
            if (!library_receive_characters(&how, given))
                return -1;
            break;
        default: /* extension or undefined: what is written is unknown */
            if (__surefoot_havocked_int())
                __builtin_unreachable();
            return __surefoot_havocked_int();
        }
        count++;
    }
    return count == 0 && is_after_text && __surefoot_unknown_int() ? -1 : count;
}

static void library_begin_scan(const void *stream) {
    __surefoot_forget_error_number(0);
#ifdef LIBRARY_READS_OWN_FILES
    if (__surefoot_is_own(stream))
        __surefoot_havocked_from_here();
#endif
    LIBRARY_SCAN_TELLS(asks, 0);
    LIBRARY_SCAN_TELLS(may_meet_end, 0);
    LIBRARY_SCAN_TELLS(lacks_memory, 0);
}

static int library_end_scan(const void *stream, int count) {
#ifdef LIBRARY_TRACKS_POSITIONS
    __surefoot_put_at(stream, -2);
#endif
#ifdef LIBRARY_TRACKS_FLAGS
    if (count < 0 && !library_scan_lacks_memory)
        __surefoot_came(stream, 0, 1);
    else
        __surefoot_came(stream, library_scan_asks, library_scan_may_meet_end ? 2 : 0);
#endif
    return count;
}

static int library_scan(const void *stream, const char *format, va_list arguments) {
    library_begin_scan(stream);
    return library_end_scan(stream, library_scan_stream(format, arguments));
}

int vscanf(const char *format, va_list arguments) {
    return library_scan(LIBRARY_STDIN, format, arguments);
}

int vfscanf(void *stream, const char *format, va_list arguments) {
    __surefoot_use_stream(stream);
    return library_scan(stream, format, arguments);
}

int scanf(const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = library_scan(LIBRARY_STDIN, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int fscanf(void *stream, const char *format, ...) {
    __surefoot_use_stream(stream);
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = library_scan(stream, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int __isoc99_vscanf(const char *format, va_list arguments) {
    return library_scan(LIBRARY_STDIN, format, arguments);
}

int __isoc99_vfscanf(void *stream, const char *format, va_list arguments) {
    __surefoot_use_stream(stream);
    return library_scan(stream, format, arguments);
}

int __isoc99_scanf(const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = library_scan(LIBRARY_STDIN, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int __isoc99_fscanf(void *stream, const char *format, ...) {
    __surefoot_use_stream(stream);
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = library_scan(stream, format, arguments);
    __builtin_va_end(arguments);
    return count;
}
