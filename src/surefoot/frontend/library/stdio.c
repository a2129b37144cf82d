/* Input of <stdio.h>, <unistd.h> and <time.h>: everything read from outside is unknown. What printing makes is made up. */
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
int __surefoot_unknown_int(void);
long __surefoot_unknown_long(void);
size_t __surefoot_unknown_size(void);
char __surefoot_unknown_char(void);
int __surefoot_made_up_int(void);
char __surefoot_made_up_char(void);
void __surefoot_assume(int condition);

int getchar(void) {
    int c = __surefoot_unknown_int();
    __surefoot_assume(c >= -1 && c <= 255);
    return c;
}

int fgetc(void *stream) {
    return getchar();
}

int getc(void *stream) {
    return getchar();
}

int _IO_getc(void *stream) {
    return getchar();
}

int ungetc(int c, void *stream) {
    return __surefoot_unknown_int() ? c : -1;
}

static void library_forget(char *target, size_t size) {
    for (size_t i = 0; i < size; i++)
        target[i] = __surefoot_unknown_char();
}

char *fgets(char *s, int size, void *stream) {
    int length = __surefoot_unknown_int();
    __surefoot_assume(length < size);
    if (length < (size > 1))
        return 0;
    library_forget(s, length);
    s[length] = 0;
    return s;
}

size_t fread(void *target, size_t size, size_t count, void *stream) {
    size_t got = __surefoot_unknown_size();
    __surefoot_assume(got <= count);
    size_t partial = 0; /* bytes of an element that did not come in whole */
    if (got < count && size > 1) {
        partial = __surefoot_unknown_size();
        __surefoot_assume(partial < size);
    }
    library_forget(target, got * size + partial);
    return got;
}

ssize_t read(int file, void *target, size_t size) {
    ssize_t got = __surefoot_unknown_long();
    __surefoot_assume(got >= -1 && (got < 0 || (size_t)got <= size));
    if (got > 0)
        library_forget(target, got);
    return got;
}

int snprintf(char *s, size_t size, const char *format, ...) {
    int length = __surefoot_made_up_int();
    __surefoot_assume(length >= -1);
    if (length >= 0 && size > 0) {
        size_t written = (size_t)length < size ? (size_t)length : size - 1;
        for (size_t i = 0; i < written; i++)
            s[i] = __surefoot_made_up_char();
        s[written] = 0;
    }
    return length;
}

int vsnprintf(char *s, size_t size, const char *format, void *arguments) {
    int length = __surefoot_made_up_int();
    __surefoot_assume(length >= -1);
    if (length >= 0 && size > 0) {
        size_t written = (size_t)length < size ? (size_t)length : size - 1;
        for (size_t i = 0; i < written; i++)
            s[i] = __surefoot_made_up_char();
        s[written] = 0;
    }
    return length;
}

long time(long *now) {
    long seconds = __surefoot_unknown_long();
    if (now != 0)
        *now = seconds;
    return seconds;
}
