/* <wchar.h>, <wctype.h>: strings and arrays of wide characters are exact; classes and cases are those
   of the locale "C", and results of classes the values of glibc. */
typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wide;
typedef __WINT_TYPE__ wide_or_end;
void *malloc(size_t size);
void __surefoot_require_apart(const void *left, size_t left_size, const void *right, size_t right_size);

size_t wcslen(const wide *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t wcsnlen(const wide *s, size_t most) {
    size_t n = 0;
    while (n < most && s[n] != 0)
        n++;
    return n;
}

wide *wcscpy(wide *to, const wide *from) {
    size_t n = wcslen(from) + 1;
    __surefoot_require_apart(to, n * sizeof(wide), from, n * sizeof(wide));
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
    return to;
}

wide *wcpcpy(wide *to, const wide *from) {
    wcscpy(to, from);
    return to + wcslen(from);
}

wide *wcpncpy(wide *to, const wide *from, size_t n) {
    size_t used = wcsnlen(from, n);
    for (size_t i = 0; i < n; i++)
        to[i] = i < used ? from[i] : 0;
    return to + used;
}

wide *wcsncpy(wide *to, const wide *from, size_t n) {
    wcpncpy(to, from, n);
    return to;
}

wide *wcsncat(wide *to, const wide *from, size_t n) {
    size_t start = wcslen(to), used = wcsnlen(from, n);
    for (size_t i = 0; i < used; i++)
        to[start + i] = from[i];
    to[start + used] = 0;
    return to;
}

wide *wcscat(wide *to, const wide *from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

int wcsncmp(const wide *s, const wide *t, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (s[i] != t[i])
            return library_order(s[i] < t[i] ? -1 : 1);
        if (s[i] == 0)
            return 0;
    }
    return 0;
}

int wcscmp(const wide *s, const wide *t) {
    return wcsncmp(s, t, (size_t)-1);
}

int wcscoll(const wide *s, const wide *t) {
    return wcsncmp(s, t, (size_t)-1);
}

wide *wcschrnul(const wide *s, wide c) {
    while (*s != 0 && *s != c)
        s++;
    return (wide *)s;
}

wide *wcschr(const wide *s, wide c) {
    wide *found = wcschrnul(s, c);
    return *found == c ? found : 0;
}

wide *wcsrchr(const wide *s, wide c) {
    const wide *found = 0;
    do
        if (*s == c)
            found = s;
    while (*s++ != 0);
    return (wide *)found;
}

static int library_wide_is_in(wide c, const wide *set) {
    while (*set != 0)
        if (*set++ == c)
            return 1;
    return 0;
}

size_t wcsspn(const wide *s, const wide *set) {
    size_t n = 0;
    while (s[n] != 0 && library_wide_is_in(s[n], set))
        n++;
    return n;
}

size_t wcscspn(const wide *s, const wide *set) {
    size_t n = 0;
    while (s[n] != 0 && !library_wide_is_in(s[n], set))
        n++;
    return n;
}

wide *wcspbrk(const wide *s, const wide *set) {
    s += wcscspn(s, set);
    return *s != 0 ? (wide *)s : 0;
}

wide *wcsstr(const wide *s, const wide *part) {
    size_t n = wcslen(part);
    for (;; s++) {
        if (wcsncmp(s, part, n) == 0)
            return (wide *)s;
        if (*s == 0)
            return 0;
    }
}

wide *wcswcs(const wide *s, const wide *part) {
    return wcsstr(s, part);
}

wide *wcstok(wide *s, const wide *set, wide **rest) {
    if (s == 0)
        s = *rest;
    if (s == 0)
        return 0;
    s += wcsspn(s, set);
    if (*s == 0) {
        *rest = 0;
        return 0;
    }
    wide *end = s + wcscspn(s, set);
    if (*end == 0) {
        *rest = 0;
    } else {
        *end = 0;
        *rest = end + 1;
    }
    return s;
}

wide *wcsdup(const wide *s) {
    size_t n = wcslen(s) + 1;
    wide *made = malloc(n * sizeof(wide));
    if (made != 0)
        wcscpy(made, s);
    return made;
}

size_t wcslcpy(wide *to, const wide *from, size_t size) {
    size_t n = wcslen(from);
    if (size > 0) {
        size_t used = n < size ? n : size - 1;
        for (size_t i = 0; i < used; i++)
            to[i] = from[i];
        to[used] = 0;
    }
    return n;
}

size_t wcslcat(wide *to, const wide *from, size_t size) {
    size_t start = wcsnlen(to, size);
    return start == size ? size + wcslen(from) : start + wcslcpy(to + start, from, size - start);
}

wide *wmemchr(const wide *s, wide c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == c)
            return (wide *)s + i;
    return 0;
}

int wmemcmp(const wide *s, const wide *t, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] != t[i])
            return library_order(s[i] < t[i] ? -1 : 1);
    return 0;
}

wide *wmemcpy(wide *to, const wide *from, size_t n) {
    __surefoot_require_apart(to, n * sizeof(wide), from, n * sizeof(wide));
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
    return to;
}

wide *wmempcpy(wide *to, const wide *from, size_t n) {
    wmemcpy(to, from, n);
    return to + n;
}

wide *wmemmove(wide *to, const wide *from, size_t n) {
    return __builtin_memmove(to, from, n * sizeof(wide));
}

wide *wmemset(wide *to, wide c, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

int iswupper(wide_or_end c) {
    return (c >= 'A' && c <= 'Z') * 256;
}

int iswlower(wide_or_end c) {
    return (c >= 'a' && c <= 'z') * 512;
}

int iswalpha(wide_or_end c) {
    return (iswupper(c) || iswlower(c)) * 1024;
}

int iswdigit(wide_or_end c) {
    return c >= '0' && c <= '9';
}

int iswalnum(wide_or_end c) {
    return (iswalpha(c) || iswdigit(c)) * 8;
}

int iswxdigit(wide_or_end c) {
    return (iswdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) * 4096;
}

int iswblank(wide_or_end c) {
    return c == ' ' || c == '\t';
}

int iswspace(wide_or_end c) {
    return (c == ' ' || (c >= '\t' && c <= '\r')) * 8192;
}

int iswcntrl(wide_or_end c) {
    return (c < 32 || c == 127) * 2;
}

int iswprint(wide_or_end c) {
    return (c >= 32 && c < 127) * 16384;
}

int iswgraph(wide_or_end c) {
    return (c > 32 && c < 127) * 32768;
}

int iswpunct(wide_or_end c) {
    return (iswgraph(c) && !iswalnum(c)) * 4;
}

wide_or_end towlower(wide_or_end c) {
    return iswupper(c) ? c + 32 : c;
}

wide_or_end towupper(wide_or_end c) {
    return iswlower(c) ? c - 32 : c;
}

int wcsncasecmp(const wide *s, const wide *t, size_t n) {
    for (size_t i = 0; i < n; i++) {
        wide one = towlower(s[i]), other = towlower(t[i]);
        if (one != other)
            return library_order(one < other ? -1 : 1);
        if (one == 0)
            return 0;
    }
    return 0;
}

int wcscasecmp(const wide *s, const wide *t) {
    return wcsncasecmp(s, t, (size_t)-1);
}
