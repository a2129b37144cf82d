/* <string.h> and <strings.h>. */
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
int __surefoot_unknown_int(void);
int __surefoot_havocked_int(void);
char __surefoot_havocked_char(void);
void *malloc(size_t size);
void *__surefoot_copy(void *target, const void *source, size_t size);
void *__surefoot_copy_apart(void *target, const void *source, size_t size);
void *__surefoot_fill(void *target, int byte, size_t size);
void __surefoot_require(int holds, const char *violation);
void __surefoot_require_apart(const void *left, size_t left_size, const void *right, size_t right_size);

/* Preconditions of these functions. A null pointer is undefined even if nothing is read or written
   (C11, 7.1.4 §1), and so are copies between overlapping blocks. Overlap is checked after copying,
   because the length of a string is unknown before. */

size_t strlen(const char *s) {
    size_t length = 0;
    while (s[length] != 0)
        length++;
    return length;
}

size_t strnlen(const char *s, size_t limit) {
    __surefoot_require(limit != 0 || s != 0, "null pointer passed to strnlen");
    size_t length = 0;
    while (length < limit && s[length] != 0)
        length++;
    return length;
}

char *strcpy(char *target, const char *source) {
    size_t i = 0;
    while ((target[i] = source[i]) != 0)
        i++;
    __surefoot_require_apart(target, i + 1, source, i + 1);
    return target;
}

char *stpcpy(char *target, const char *source) {
    size_t i = 0;
    while ((target[i] = source[i]) != 0)
        i++;
    __surefoot_require_apart(target, i + 1, source, i + 1);
    return target + i;
}

char *strncpy(char *target, const char *source, size_t limit) {
    __surefoot_require(limit != 0 || (target != 0 && source != 0), "null pointer passed to strncpy");
    size_t i = 0;
    for (; i < limit && source[i] != 0; i++)
        target[i] = source[i];
    size_t length = i;
    for (; i < limit; i++)
        target[i] = 0;
    __surefoot_require_apart(target, limit, source, length < limit ? length + 1 : limit);
    return target;
}

char *strcat(char *target, const char *source) {
    size_t end = strlen(target);
    size_t i = 0;
    while ((target[end + i] = source[i]) != 0)
        i++;
    __surefoot_require_apart(target, end + i + 1, source, i + 1);
    return target;
}

char *strncat(char *target, const char *source, size_t limit) {
    __surefoot_require(limit != 0 || source != 0, "null pointer passed to strncat");
    size_t end = strlen(target);
    size_t i = 0;
    for (; i < limit && source[i] != 0; i++)
        target[end + i] = source[i];
    target[end + i] = 0;
    __surefoot_require_apart(target, end + i + 1, source, i < limit ? i + 1 : limit);
    return target;
}

/* Return a result of which C specifies the sign only (C11, 7.24.4): that of `difference`. */
static int library_order(int difference) {
#ifndef LIBRARY_LEAVES_MAGNITUDES_OPEN
    return difference;
#endif
    if (difference == 0)
        return 0;
    int magnitude = __surefoot_unknown_int() & 0x7fffffff;
    magnitude += magnitude == 0;
    return difference < 0 ? -magnitude : magnitude;
}

int strcmp(const char *left, const char *right) {
    size_t i = 0;
    while (left[i] != 0 && left[i] == right[i])
        i++;
    return library_order((unsigned char)left[i] - (unsigned char)right[i]);
}

int strncmp(const char *left, const char *right, size_t limit) {
    __surefoot_require(limit != 0 || (left != 0 && right != 0), "null pointer passed to strncmp");
    for (size_t i = 0; i < limit; i++) {
        if (left[i] != right[i])
            return library_order((unsigned char)left[i] - (unsigned char)right[i]);
        if (left[i] == 0)
            return 0;
    }
    return 0;
}

int strcoll(const char *left, const char *right) {
    return strcmp(left, right);
}

static int library_lower(int c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

int strcasecmp(const char *left, const char *right) {
    size_t i = 0;
    while (left[i] != 0 && library_lower((unsigned char)left[i]) == library_lower((unsigned char)right[i]))
        i++;
    return library_order(library_lower((unsigned char)left[i]) - library_lower((unsigned char)right[i]));
}

int strncasecmp(const char *left, const char *right, size_t limit) {
    __surefoot_require(limit != 0 || (left != 0 && right != 0), "null pointer passed to strncasecmp");
    for (size_t i = 0; i < limit; i++) {
        int difference = library_lower((unsigned char)left[i]) - library_lower((unsigned char)right[i]);
        if (difference != 0 || left[i] == 0)
            return library_order(difference);
    }
    return 0;
}

char *strchr(const char *s, int wanted) {
    for (;; s++) {
        if (*s == (char)wanted)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

char *strchrnul(const char *s, int wanted) {
    while (*s != 0 && *s != (char)wanted)
        s++;
    return (char *)s;
}

char *index(const char *s, int wanted) {
    return strchr(s, wanted);
}

char *strrchr(const char *s, int wanted) {
    char *found = 0;
    for (;; s++) {
        if (*s == (char)wanted)
            found = (char *)s;
        if (*s == 0)
            return found;
    }
}

char *rindex(const char *s, int wanted) {
    return strrchr(s, wanted);
}

char *strstr(const char *s, const char *wanted) {
    for (;; s++) {
        size_t i = 0;
        while (wanted[i] != 0 && s[i] == wanted[i])
            i++;
        if (wanted[i] == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

static int library_contains(const char *set, char wanted) {
    for (; *set != 0; set++)
        if (*set == wanted)
            return 1;
    return 0;
}

size_t strspn(const char *s, const char *accepted) {
    size_t length = 0;
    while (s[length] != 0 && library_contains(accepted, s[length]))
        length++;
    return length;
}

size_t strcspn(const char *s, const char *rejected) {
    size_t length = 0;
    while (s[length] != 0 && !library_contains(rejected, s[length]))
        length++;
    return length;
}

char *strpbrk(const char *s, const char *accepted) {
    s += strcspn(s, accepted);
    return *s != 0 ? (char *)s : 0;
}

char *strtok_r(char *s, const char *delimiters, char **rest) {
    if (s == 0)
        s = *rest;
    if (s == 0)
        return 0;
    s += strspn(s, delimiters);
    if (*s == 0) {
        *rest = 0;
        return 0;
    }
    char *end = s + strcspn(s, delimiters);
    if (*end == 0) {
        *rest = 0;
    } else {
        *end = 0;
        *rest = end + 1;
    }
    return s;
}

char *strtok(char *s, const char *delimiters) {
    static char *rest;
    return strtok_r(s, delimiters, &rest);
}

char *strdup(const char *s) {
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    if (copy != 0)
        __surefoot_copy(copy, s, size);
    return copy;
}

char *strndup(const char *s, size_t limit) {
    size_t length = strnlen(s, limit);
    char *copy = malloc(length + 1);
    if (copy != 0) {
        __surefoot_copy(copy, s, length);
        copy[length] = 0;
    }
    return copy;
}

int memcmp(const void *left, const void *right, size_t size) {
    __surefoot_require(size != 0 || (left != 0 && right != 0), "null pointer passed to memcmp");
    const unsigned char *a = left;
    const unsigned char *b = right;
    if (size != 0)
        (void)(a[size - 1] + b[size - 1]); // both are read as a whole
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i])
            return library_order(a[i] - b[i]);
    return 0;
}

int bcmp(const void *left, const void *right, size_t size) {
    return memcmp(left, right, size);
}

void *memchr(const void *s, int wanted, size_t size) {
    __surefoot_require(size != 0 || s != 0, "null pointer passed to memchr");
    const unsigned char *bytes = s;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == (unsigned char)wanted)
            return (void *)(bytes + i);
    return 0;
}

void *mempcpy(void *target, const void *source, size_t size) {
    __surefoot_copy_apart(target, source, size);
    return (char *)target + size;
}

void bzero(void *target, size_t size) {
    __surefoot_fill(target, 0, size);
}

void bcopy(const void *source, void *target, size_t size) {
    __surefoot_require(size != 0 || (source != 0 && target != 0), "null pointer passed to bcopy");
    __surefoot_copy(target, source, size);
}

/* Reads of strings and blocks by other library functions. */

void __surefoot_read_string(const char *s) {
    while (*s != 0)
        s++;
}

void __surefoot_read_at_most(const char *s, size_t limit) {
    for (size_t i = 0; i < limit && s[i] != 0; i++)
        ;
}

void __surefoot_read_bytes(const volatile char *block, size_t size) {
    if (size != 0) {
        block[0];
        block[size - 1];
    }
}

char *stpncpy(char *target, const char *source, size_t limit) {
    __surefoot_require(limit != 0 || (target != 0 && source != 0), "null pointer passed to stpncpy");
    size_t length = strnlen(source, limit);
    for (size_t i = 0; i < limit; i++)
        target[i] = i < length ? source[i] : 0;
    __surefoot_require_apart(target, limit, source, length < limit ? length + 1 : limit);
    return target + length;
}

size_t strlcpy(char *target, const char *source, size_t size) {
    __surefoot_require(size != 0 || target != 0, "null pointer passed to strlcpy");
    size_t i = 0;
    for (; source[i] != 0; i++)
        if (i + 1 < size)
            target[i] = source[i];
    if (size > 0)
        target[i < size ? i : size - 1] = 0;
    __surefoot_require_apart(target, i < size ? i + 1 : size, source, i + 1);
    return i;
}

size_t strlcat(char *target, const char *source, size_t size) {
    __surefoot_require(size != 0 || target != 0, "null pointer passed to strlcat");
    size_t end = strnlen(target, size);
    return end + strlcpy(target + end, source, size - end);
}

void *memccpy(void *target, const void *source, int last, size_t size) {
    unsigned char *to = target;
    const unsigned char *from = source;
    __surefoot_require(size != 0 || (target != 0 && source != 0), "null pointer passed to memccpy");
    size_t i = 0;
    while (i < size && (to[i] = from[i]) != (unsigned char)last)
        i++;
    size_t copied = i < size ? i + 1 : size;
    __surefoot_require_apart(target, copied, source, copied);
    return i < size ? to + copied : 0;
}

void *memrchr(const void *s, int wanted, size_t size) {
    __surefoot_require(size != 0 || s != 0, "null pointer passed to memrchr");
    const unsigned char *bytes = s;
    for (size_t i = size; i > 0; i--)
        if (bytes[i - 1] == (unsigned char)wanted)
            return (void *)(bytes + i - 1);
    return 0;
}

void *rawmemchr(const void *s, int wanted) {
    const unsigned char *bytes = s;
    while (*bytes != (unsigned char)wanted)
        bytes++;
    return (void *)bytes;
}

void *memmem(const void *s, size_t size, const void *wanted, size_t wanted_size) {
    __surefoot_require(s != 0 && wanted != 0, "null pointer passed to memmem");
    const unsigned char *bytes = s;
    for (size_t i = 0; wanted_size <= size && i <= size - wanted_size; i++)
        if (memcmp(bytes + i, wanted, wanted_size) == 0)
            return (void *)(bytes + i);
    return 0;
}

char *strcasestr(const char *s, const char *wanted) {
    size_t length = strlen(wanted);
    for (;; s++) {
        if (strncasecmp(s, wanted, length) == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

char *strsep(char **rest, const char *delimiters) {
    char *token = *rest;
    if (token == 0)
        return 0;
    char *end = token + strcspn(token, delimiters);
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = 0;
    }
    return token;
}

size_t strxfrm(char *target, const char *source, size_t size) {
    size_t length = strlen(source);
    for (size_t i = 0; i < size && i <= length; i++)
        target[i] = source[i];
    __surefoot_require_apart(target, length < size ? length + 1 : size, source, length + 1);
    return length;
}

void explicit_bzero(void *target, size_t size) {
    __surefoot_fill(target, 0, size);
}

void swab(const void *source, void *target, ssize_t size) {
    const char *from = source;
    char *to = target;
    __surefoot_require(source != 0 && target != 0, "null pointer passed to swab");
    ssize_t i = 0;
    for (; i + 1 < size; i += 2) {
        char first = from[i];
        to[i] = from[i + 1];
        to[i + 1] = first;
    }
    __surefoot_require_apart(target, i, source, i);
}

/* The texts of errors and signals are not modelled. They have fewer than 64 characters. */
static char library_message[64];

static char *library_make_up_message(void) {
    for (int i = 0; i < 63; i++)
        library_message[i] = __surefoot_havocked_char();
    library_message[63] = 0;
    return library_message;
}

char *strerror(int number) {
    return library_make_up_message();
}

char *strsignal(int number) {
    return library_make_up_message();
}

char *strerror_r(int number, char *target, size_t size) {
    char *message = library_make_up_message();
    if (size == 0 || __surefoot_havocked_char())
        return message;
    for (size_t i = 0; i < size && i < 64; i++)
        target[i] = i + 1 < size ? message[i] : 0;
    return target;
}

int __xpg_strerror_r(int number, char *target, size_t size) {
    char *message = library_make_up_message();
    for (size_t i = 0; i < size && i < 64; i++)
        target[i] = i + 1 < size ? message[i] : 0;
    return __surefoot_havocked_int();
}

/* Names that fortified headers call. */

void *__mempcpy_chk(void *target, const void *source, size_t size, size_t room) {
    return mempcpy(target, source, size);
}

char *__strcpy_chk(char *target, const char *source, size_t room) {
    return strcpy(target, source);
}

char *__stpcpy_chk(char *target, const char *source, size_t room) {
    return stpcpy(target, source);
}

char *__strncpy_chk(char *target, const char *source, size_t limit, size_t room) {
    return strncpy(target, source, limit);
}

char *__stpncpy_chk(char *target, const char *source, size_t limit, size_t room) {
    return stpncpy(target, source, limit);
}

char *__strcat_chk(char *target, const char *source, size_t room) {
    return strcat(target, source);
}

char *__strncat_chk(char *target, const char *source, size_t limit, size_t room) {
    return strncat(target, source, limit);
}

char *__strdup(const char *s) {
    return strdup(s);
}

char *__strndup(const char *s, size_t limit) {
    return strndup(s, limit);
}

/* <libgen.h>, and basename of <string.h>. */

char *basename(const char *path) {
    char *slash = strrchr(path, '/');
    return slash != 0 ? slash + 1 : (char *)path;
}

char *__xpg_basename(char *path) {
    if (path == 0 || *path == 0)
        return ".";
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        path[--end] = 0;
    char *slash = strrchr(path, '/');
    return slash != 0 && slash[1] != 0 ? slash + 1 : path;
}
