/* <locale.h> and multibyte characters. The program starts in the "C" locale. Other locales may or
   may not exist; their effects on other functions are not modelled. */
typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wide;
struct lconv {
    char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point, *mon_thousands_sep, *mon_grouping,
        *positive_sign, *negative_sign;
    char int_frac_digits, frac_digits, p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space, p_sign_posn, n_sign_posn,
        int_p_cs_precedes, int_p_sep_by_space, int_n_cs_precedes, int_n_sep_by_space, int_p_sign_posn, int_n_sign_posn;
};
int *__errno_location(void);
int __surefoot_unknown_int(void);
int __surefoot_havocked_int(void);
size_t __surefoot_havocked_size(void);
char __surefoot_havocked_char(void);
void __surefoot_assume(int condition);
int strcmp(const char *left, const char *right);

enum { LIBRARY_ALL_CATEGORIES = 6, LIBRARY_LONGEST_CHARACTER = 16 };
static int library_other_locale;

char *setlocale(int category, const char *name) {
    static char other[64];
    int is_own = name != 0 && (strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0);
    if (is_own && category == LIBRARY_ALL_CATEGORIES)
        library_other_locale = 0;
    if (is_own || (name == 0 && !library_other_locale))
        return "C";
    if (name != 0 && __surefoot_havocked_int())
        return 0;
    library_other_locale = 1;
    for (int i = 0; i < 63; i++)
        other[i] = __surefoot_havocked_char();
    return other;
}

struct lconv *localeconv(void) {
    static struct lconv known = {".", "", "", "", "", "", "", "", "", "", 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127};
    return &known;
}

size_t __ctype_get_mb_cur_max(void) {
    if (!library_other_locale)
        return 1;
    size_t most = __surefoot_havocked_size();
    __surefoot_assume(most >= 1 && most <= LIBRARY_LONGEST_CHARACTER);
    return most;
}

/* Return the number of bytes of the character at the start of `s`, 0 at its end, or -1. In the "C"
   locale, libraries differ on bytes from 128 on. */
static int library_decode(wide *character, const char *s, size_t size) {
    unsigned char first = (unsigned char)s[0];
    *character = first;
    if (first == 0 || (first < 128 && !library_other_locale))
        return first != 0;
    size_t length = library_other_locale ? __surefoot_havocked_size() : 1;
    __surefoot_assume(length >= 1 && length <= size && length <= LIBRARY_LONGEST_CHARACTER);
    int ends = 0;
    for (size_t i = 1; i < length && !ends; i++)
        ends = s[i] == 0;
    if (ends || __surefoot_havocked_int()) {
        *__errno_location() = 84; /* EILSEQ */
        return -1;
    }
    *character = (wide)__surefoot_havocked_int();
    __surefoot_assume(*character != 0);
    return (int)length;
}

/* Store `character` at `target` and return the number of its bytes, or -1. */
static int library_encode(char target[LIBRARY_LONGEST_CHARACTER], wide character) {
    target[0] = (char)character;
    if (character == 0 || (character > 0 && character < 128 && !library_other_locale))
        return 1;
    size_t length = library_other_locale ? __surefoot_havocked_size() : 1;
    __surefoot_assume(length >= 1 && length <= LIBRARY_LONGEST_CHARACTER);
    if (__surefoot_havocked_int()) {
        *__errno_location() = 84; /* EILSEQ */
        return -1;
    }
    for (size_t i = 0; i < length; i++) {
        target[i] = __surefoot_havocked_char();
        __surefoot_assume(target[i] != 0);
    }
    return (int)length;
}

/* Return whether the encoding is state-dependent. */
static int library_has_shifts(void) {
    return library_other_locale && __surefoot_havocked_int();
}

int mbtowc(wide *target, const char *s, size_t size) {
    wide character;
    if (s == 0)
        return library_has_shifts();
    if (size == 0)
        return __surefoot_unknown_int() ? 0 : -1; /* some libraries read the first byte even so */
    int length = library_decode(&character, s, size);
    if (length >= 0 && target != 0)
        *target = character;
    return length;
}

int mblen(const char *s, size_t size) {
    return mbtowc(0, s, size);
}

int wctomb(char *target, wide character) {
    char bytes[LIBRARY_LONGEST_CHARACTER];
    if (target == 0)
        return library_has_shifts();
    int length = library_encode(bytes, character);
    for (int i = 0; i < length; i++)
        target[i] = bytes[i];
    return length;
}

size_t mbstowcs(wide *target, const char *s, size_t size) {
    size_t count = 0;
    while (target == 0 || count < size) {
        wide character;
        int length = library_decode(&character, s, LIBRARY_LONGEST_CHARACTER);
        if (length < 0)
            return (size_t)-1;
        if (target != 0)
            target[count] = character;
        if (length == 0)
            break;
        s += length;
        count++;
    }
    return count;
}

size_t wcstombs(char *target, const wide *s, size_t size) {
    size_t count = 0;
    while (target == 0 || count < size) {
        char bytes[LIBRARY_LONGEST_CHARACTER];
        int length = library_encode(bytes, *s);
        if (length < 0)
            return (size_t)-1;
        if (target != 0 && (size_t)length > size - count)
            break;
        for (int i = 0; target != 0 && i < length; i++)
            target[count + i] = bytes[i];
        if (*s == 0)
            break;
        s++;
        count += length;
    }
    return count;
}
