/* <string.h> and <strings.h>. */
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void *__surefoot_copy(void *target, const void *source, size_t size);
void *__surefoot_fill(void *target, int byte, size_t size);

size_t strlen(const char *s) {
    size_t length = 0;
    while (s[length] != 0)
        length++;
    return length;
}

size_t strnlen(const char *s, size_t limit) {
    size_t length = 0;
    while (length < limit && s[length] != 0)
        length++;
    return length;
}

char *strcpy(char *target, const char *source) {
    size_t i = 0;
    while ((target[i] = source[i]) != 0)
        i++;
    return target;
}

char *stpcpy(char *target, const char *source) {
    while ((*target = *source) != 0) {
        target++;
        source++;
    }
    return target;
}

char *strncpy(char *target, const char *source, size_t limit) {
    size_t i = 0;
    for (; i < limit && source[i] != 0; i++)
        target[i] = source[i];
    for (; i < limit; i++)
        target[i] = 0;
    return target;
}

char *strcat(char *target, const char *source) {
    strcpy(target + strlen(target), source);
    return target;
}

char *strncat(char *target, const char *source, size_t limit) {
    size_t end = strlen(target);
    size_t i = 0;
    for (; i < limit && source[i] != 0; i++)
        target[end + i] = source[i];
    target[end + i] = 0;
    return target;
}

int strcmp(const char *left, const char *right) {
    size_t i = 0;
    while (left[i] != 0 && left[i] == right[i])
        i++;
    return (unsigned char)left[i] - (unsigned char)right[i];
}

int strncmp(const char *left, const char *right, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        if (left[i] != right[i])
            return (unsigned char)left[i] - (unsigned char)right[i];
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
    return library_lower((unsigned char)left[i]) - library_lower((unsigned char)right[i]);
}

int strncasecmp(const char *left, const char *right, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        int difference = library_lower((unsigned char)left[i]) - library_lower((unsigned char)right[i]);
        if (difference != 0 || left[i] == 0)
            return difference;
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
    const unsigned char *a = left;
    const unsigned char *b = right;
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i])
            return a[i] - b[i];
    return 0;
}

int bcmp(const void *left, const void *right, size_t size) {
    return memcmp(left, right, size);
}

void *memchr(const void *s, int wanted, size_t size) {
    const unsigned char *bytes = s;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == (unsigned char)wanted)
            return (void *)(bytes + i);
    return 0;
}

void *mempcpy(void *target, const void *source, size_t size) {
    __surefoot_copy(target, source, size);
    return (char *)target + size;
}

void bzero(void *target, size_t size) {
    __surefoot_fill(target, 0, size);
}

void bcopy(const void *source, void *target, size_t size) {
    __surefoot_copy(target, source, size);
}

/* What other functions read of strings and blocks that they are given. */

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
