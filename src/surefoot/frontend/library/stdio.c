/* Streams of <stdio.h>: everything read from outside is unknown. */
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
int __surefoot_unknown_int(void);
int __surefoot_made_up_int(void);
long __surefoot_unknown_long(void);
size_t __surefoot_unknown_size(void);
char __surefoot_unknown_char(void);
void __surefoot_assume(int condition);
void __surefoot_forget_error_number(int failed);
void __surefoot_set_error_number(int number);
void __surefoot_read_string(const char *s);
void __surefoot_read_bytes(const volatile char *block, size_t size);
void *realloc(void *p, size_t size);
void *__surefoot_unknown_pointer(void);
void __surefoot_require(int holds, const char *violation);

/* A stream is a byte here, of which nobody sees more than the address: the standard ones in the order of their descriptors, then each that is opened. Beyond so
   many, a stream is anywhere else, and nobody notices that it was closed. */
enum { LIBRARY_STREAMS = 3 + 16 };
static char library_streams[LIBRARY_STREAMS];
static char library_is_closed[LIBRARY_STREAMS];
static size_t library_opened = 3;

static size_t library_number_of(const void *stream) {
    return (size_t)stream - (size_t)library_streams;
}

void *__surefoot_open_stream(int fails) {
    if (fails)
        return 0;
    if (library_opened < LIBRARY_STREAMS)
        return &library_streams[library_opened++];
    void *other = __surefoot_unknown_pointer();
    __surefoot_assume(other != 0 && library_number_of(other) >= LIBRARY_STREAMS);
    return other;
}

void __surefoot_use_stream(const void *stream) {
    __surefoot_require(stream != 0, "null pointer given as a stream");
    size_t number = library_number_of(stream);
    if (number < LIBRARY_STREAMS)
        __surefoot_require(!library_is_closed[number], "stream that was closed");
}

void __surefoot_close_stream(const void *stream) {
    __surefoot_use_stream(stream);
    size_t number = library_number_of(stream);
    if (number < LIBRARY_STREAMS)
        library_is_closed[number] = 1;
}

void __surefoot_flush_stream(const void *stream) {
    if (stream != 0)
        __surefoot_use_stream(stream);
}

int fileno(void *stream) {
    __surefoot_use_stream(stream);
    size_t number = library_number_of(stream);
    if (number < 3)
        return (int)number;
    int file = __surefoot_unknown_int();
    __surefoot_assume(file >= -1);
    __surefoot_forget_error_number(file < 0);
    return file;
}

int getchar(void) {
    int c = __surefoot_unknown_int();
    __surefoot_assume(c >= -1 && c <= 255);
    return c;
}

int fgetc(void *stream) {
    __surefoot_use_stream(stream);
    return getchar();
}

int getc(void *stream) {
    __surefoot_use_stream(stream);
    return getchar();
}

int _IO_getc(void *stream) {
    __surefoot_use_stream(stream);
    return getchar();
}

/* That the next character read is this one is not modelled: what happens from here on may depend on what is made up. */
int ungetc(int c, void *stream) {
    __surefoot_use_stream(stream);
    if (c == -1 || __surefoot_made_up_int())
        return -1;
    return (unsigned char)c;
}

static void library_forget(char *target, size_t size) {
    for (size_t i = 0; i < size; i++)
        target[i] = __surefoot_unknown_char();
}

char *fgets(char *s, int size, void *stream) {
    __surefoot_use_stream(stream);
    int length = __surefoot_unknown_int();
    __surefoot_assume(length < size);
    if (length < (size > 1))
        return 0;
    library_forget(s, length);
    s[length] = 0;
    return s;
}

size_t fread(void *target, size_t size, size_t count, void *stream) {
    __surefoot_use_stream(stream);
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

int getchar_unlocked(void) {
    return getchar();
}

int getc_unlocked(void *stream) {
    __surefoot_use_stream(stream);
    return getchar();
}

int fgetc_unlocked(void *stream) {
    __surefoot_use_stream(stream);
    return getchar();
}

void perror(const char *text) {
    if (text != 0)
        __surefoot_read_string(text);
    __surefoot_forget_error_number(0);
}

/* How much larger than needed the line is made is not specified. */
ssize_t getdelim(char **line, size_t *size, int delimiter, void *stream) {
    __surefoot_use_stream(stream);
    if (line == 0 || size == 0) {
        __surefoot_set_error_number(22); /* EINVAL */
        return -1;
    }
    ssize_t length = __surefoot_unknown_long();
    __surefoot_assume(length == -1 || (length >= 1 && length < __LONG_MAX__ / 4));
    __surefoot_forget_error_number(0);
    size_t needed = length < 0 ? 1 : (size_t)length + 1;
    if (*line == 0 || *size < needed) {
        size_t made = (needed < 120 ? 120 : needed) + (__surefoot_unknown_size() & __LONG_MAX__ / 2);
        char *moved = realloc(*line, made);
        if (moved == 0)
            return -1;
        *line = moved;
        *size = made;
    }
    if (length < 0)
        return -1;
    char *text = *line;
    for (ssize_t i = 0; i < length; i++) {
        char c = __surefoot_unknown_char();
        __surefoot_assume(i + 1 == length || c != (char)delimiter);
        text[i] = c;
    }
    text[length] = 0;
    return length;
}

ssize_t getline(char **line, size_t *size, void *stream) {
    return getdelim(line, size, '\n', stream);
}

ssize_t __getdelim(char **line, size_t *size, int delimiter, void *stream) {
    return getdelim(line, size, delimiter, stream);
}

char *gets(char *s) {
    size_t length = __surefoot_unknown_size();
    if (__surefoot_unknown_int())
        return 0;
    library_forget(s, length);
    s[length] = 0;
    return s;
}

size_t fread_unlocked(void *target, size_t size, size_t count, void *stream) {
    return fread(target, size, count, stream);
}

char *fgets_unlocked(char *s, int size, void *stream) {
    return fgets(s, size, stream);
}

/* Positions are numbers and the state of a conversion, as they come. */
static int library_get_position(char *position, size_t size) {
    int failed = __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    if (failed)
        return -1;
    library_forget(position, size);
    return 0;
}

static int library_set_position(const char *position, size_t size) {
    __surefoot_read_bytes(position, size);
    int failed = __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    return failed ? -1 : 0;
}

int fgetpos(void *stream, void *position) {
    __surefoot_use_stream(stream);
    return library_get_position(position, sizeof(long) + 8);
}

int fgetpos64(void *stream, void *position) {
    __surefoot_use_stream(stream);
    return library_get_position(position, 16);
}

int fsetpos(void *stream, const void *position) {
    __surefoot_use_stream(stream);
    return library_set_position(position, sizeof(long) + 8);
}

int fsetpos64(void *stream, const void *position) {
    __surefoot_use_stream(stream);
    return library_set_position(position, 16);
}

enum { LIBRARY_LONGEST_TEMPORARY_NAME = 20 };

char *tmpnam_r(char *target) {
    if (target == 0 || __surefoot_unknown_int())
        return 0;
    size_t length = __surefoot_unknown_size();
    __surefoot_assume(length >= 1 && length < LIBRARY_LONGEST_TEMPORARY_NAME);
    for (size_t i = 0; i < length; i++) {
        char c = __surefoot_unknown_char();
        __surefoot_assume(c != 0);
        target[i] = c;
    }
    target[length] = 0;
    return target;
}

char *tmpnam(char *target) {
    static char own[LIBRARY_LONGEST_TEMPORARY_NAME];
    return tmpnam_r(target == 0 ? own : target);
}
