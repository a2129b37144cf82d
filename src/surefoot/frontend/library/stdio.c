/* Streams of <stdio.h>: everything that is read from outside the program is havocked. */
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
int __surefoot_unknown_int(void);
int __surefoot_havocked_int(void);
long __surefoot_unknown_long(void);
long __surefoot_havocked_long(void);
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
size_t __surefoot_havocked_size(void);
char __surefoot_havocked_char(void);
void __surefoot_havocked_from_here(void);
int __surefoot_new_descriptor(void);
void __surefoot_end_descriptor(int file);
void __surefoot_havoc_descriptors(void);
void __surefoot_came(const void *stream, int came, int meets);
void __surefoot_clear_end(const void *stream);
int __surefoot_is_at_end(const void *stream);
int __surefoot_is_own(const void *stream);
void __surefoot_put_at(const void *stream, long position);
void __surefoot_wrote(const void *stream, int failed);
extern void *stdin, *stdout, *stderr;

/* State of streams and files is modelled only for programs that can observe it.
   LIBRARY_TRACKS_FLAGS: the program reads end-of-file or error indicators. LIBRARY_TRACKS_POSITIONS:
   it reads file positions. LIBRARY_READS_OWN_FILES: it may read a file that it wrote before;
   LIBRARY_REDIRECTS: standard input and output may be such files, too. LIBRARY_TRACKS_DESCRIPTORS: it
   observes file descriptors. */
#ifdef LIBRARY_TRACKS_FLAGS
#define LIBRARY_CAME(stream, came, meets) __surefoot_came(stream, came, meets)
#define LIBRARY_CLEAR_END(stream) __surefoot_clear_end(stream)
#define LIBRARY_IS_AT_END(stream) __surefoot_is_at_end(stream)
#else
#define LIBRARY_CAME(stream, came, meets) (void)0
#define LIBRARY_CLEAR_END(stream) (void)0
#define LIBRARY_IS_AT_END(stream) 0
#endif
#ifdef LIBRARY_TRACKS_POSITIONS
#define LIBRARY_PUT_AT(stream, position) __surefoot_put_at(stream, position)
#else
#define LIBRARY_PUT_AT(stream, position) (void)0
#endif
#if defined LIBRARY_TRACKS_FLAGS || defined LIBRARY_READS_OWN_FILES || defined LIBRARY_TRACKS_POSITIONS
#define LIBRARY_STDIN stdin
#define LIBRARY_COMPLAINED() __surefoot_wrote(stderr, __surefoot_unknown_int())
#else
#define LIBRARY_COMPLAINED() (void)0
#define LIBRARY_STDIN 0
#endif
#ifdef LIBRARY_READS_OWN_FILES
#define LIBRARY_IS_OWN(stream) __surefoot_is_own(stream)
#else
#define LIBRARY_IS_OWN(stream) 0
#endif
enum { LIBRARY_SOMEWHERE = -2 };
enum { LIBRARY_MEETS_NO_END, LIBRARY_MEETS_END, LIBRARY_MAY_MEET_END };

/* A stream is a byte here, of which programs observe only the address: the standard streams in the
   order of their descriptors, then each one that is opened. When the bytes are used up, a stream
   has any address, and closing it is not recorded. */
enum { LIBRARY_STREAMS = 3 + 16 };
static char library_streams[LIBRARY_STREAMS];
static char library_is_closed[LIBRARY_STREAMS];
static size_t library_opened = 3;

static size_t library_number_of(const void *stream) {
    return (size_t)stream - (size_t)library_streams;
}

#ifdef LIBRARY_TRACKS_FLAGS
static char library_is_at_end[LIBRARY_STREAMS];
static char library_has_failed[LIBRARY_STREAMS];
static char library_is_written[LIBRARY_STREAMS];
#endif
#ifdef LIBRARY_TRACKS_POSITIONS
static long library_positions[LIBRARY_STREAMS] = {LIBRARY_SOMEWHERE, LIBRARY_SOMEWHERE, LIBRARY_SOMEWHERE};
#endif
#ifdef LIBRARY_READS_OWN_FILES
#ifdef LIBRARY_WRITES_UNSEEN
static char library_has_written = 1;
#else
static char library_has_written;
#endif
#endif
#ifdef LIBRARY_TRACKS_DESCRIPTORS
static int library_numbers[LIBRARY_STREAMS] = {0, 1, 2};
#endif

/* `file` is the descriptor of an open file, -2 if the stream is opened at its beginning, or -3 if
   its position may be another one. */
void *__surefoot_open_stream(int fails, int file) {
    if (fails || file == -1)
        return 0;
#ifdef LIBRARY_TRACKS_POSITIONS
    if (file != -2 && library_opened < LIBRARY_STREAMS)
        library_positions[library_opened] = LIBRARY_SOMEWHERE;
#endif
#ifdef LIBRARY_TRACKS_DESCRIPTORS
    int number = file >= 0 ? file : __surefoot_new_descriptor();
    if (library_opened < LIBRARY_STREAMS)
        library_numbers[library_opened] = number;
#endif
    if (library_opened < LIBRARY_STREAMS)
        return &library_streams[library_opened++];
    void *other = __surefoot_unknown_pointer();
    __surefoot_assume(other != 0 && library_number_of(other) >= LIBRARY_STREAMS);
    return other;
}

void __surefoot_use_stream(const void *stream) {
    __surefoot_require(stream != 0, "null pointer passed as a stream");
    size_t number = library_number_of(stream);
    if (number < LIBRARY_STREAMS)
        __surefoot_require(!library_is_closed[number], "use of a closed stream");
}

void __surefoot_close_stream(const void *stream) {
    __surefoot_use_stream(stream);
    size_t number = library_number_of(stream);
    if (number < LIBRARY_STREAMS)
        library_is_closed[number] = 1;
#ifdef LIBRARY_TRACKS_DESCRIPTORS
    if (number < LIBRARY_STREAMS)
        __surefoot_end_descriptor(library_numbers[number]);
    else
        __surefoot_havoc_descriptors();
#endif
}

void __surefoot_flush_stream(const void *stream) {
    if (stream != 0)
        __surefoot_use_stream(stream);
}

/* Record that the program wrote to a stream, or failed to. */
void __surefoot_wrote(const void *stream, int failed) {
    size_t number = library_number_of(stream);
#ifdef LIBRARY_TRACKS_FLAGS
    if (failed && number < LIBRARY_STREAMS)
        library_has_failed[number] = 1;
    if (number < LIBRARY_STREAMS)
        library_is_written[number] = 1;
#endif
    LIBRARY_PUT_AT(stream, LIBRARY_SOMEWHERE);
#ifdef LIBRARY_READS_OWN_FILES
#ifndef LIBRARY_REDIRECTS
    if (number != 1 && number != 2)
#endif
        library_has_written = 1;
#endif
}

void __surefoot_printed(int failed) {
    __surefoot_wrote(stdout, failed);
}

/* Null stands for all streams; which of them failed is unknown then. */
void __surefoot_flushed(const void *stream, int failed) {
    if (stream != 0) {
        __surefoot_wrote(stream, failed);
        return;
    }
#ifdef LIBRARY_TRACKS_FLAGS
    for (size_t i = 0; failed && i < LIBRARY_STREAMS; i++)
        if (library_has_failed[i] == 0 && __surefoot_havocked_int())
            library_has_failed[i] = 1;
#endif
}

/* Record that a file was truncated or created. */
void __surefoot_file_emptied(void) {
#ifdef LIBRARY_READS_OWN_FILES
    library_has_written = 1;
#endif
}

void __surefoot_wrote_to_file(int file) {
#ifdef LIBRARY_READS_OWN_FILES
#ifndef LIBRARY_REDIRECTS
    if (file != 1 && file != 2)
#endif
        library_has_written = 1;
#endif
}

/* Return whether input from here on may have been written by the program. */
int __surefoot_is_own_file(int file) {
#ifdef LIBRARY_READS_OWN_FILES
#ifndef LIBRARY_REDIRECTS
    if (file == 0)
        return 0;
#endif
    return library_has_written;
#else
    return 0;
#endif
}

int __surefoot_is_own(const void *stream) {
    return __surefoot_is_own_file(library_number_of(stream) == 0 ? 0 : 3);
}

#ifdef LIBRARY_TRACKS_POSITIONS
void __surefoot_put_at(const void *stream, long position) {
    size_t number = library_number_of(stream);
    if (number < LIBRARY_STREAMS)
        library_positions[number] = position;
}
#endif

#ifdef LIBRARY_TRACKS_FLAGS
/* Record a read that got something or nothing, and that reaches the end of input or an error, does
   not, or may. The end-of-file indicator persists. Reading may flush standard output, which may
   fail. */
void __surefoot_came(const void *stream, int came, int meets) {
    size_t number = library_number_of(stream);
    if (library_is_written[1] && __surefoot_unknown_int())
        library_has_failed[1] = 1;
    if (number >= LIBRARY_STREAMS)
        return;
    if (library_is_at_end[number]) {
        __surefoot_assume(!came);
        return;
    }
    if (meets == LIBRARY_MEETS_NO_END || (meets == LIBRARY_MAY_MEET_END && __surefoot_unknown_int()))
        return;
    if (__surefoot_unknown_int())
        library_has_failed[number] = 1;
    else
        library_is_at_end[number] = 1;
}

void __surefoot_clear_end(const void *stream) {
    size_t number = library_number_of(stream);
    if (number < LIBRARY_STREAMS)
        library_is_at_end[number] = 0;
}

int __surefoot_is_at_end(const void *stream) {
    size_t number = library_number_of(stream);
    return number < LIBRARY_STREAMS && library_is_at_end[number];
}

static int library_flag(const char *flags, const void *stream) {
    __surefoot_use_stream(stream);
    size_t number = library_number_of(stream);
#ifndef LIBRARY_HAVOCS_FLAGS
    if (number < LIBRARY_STREAMS)
        return flags[number];
#endif
    return __surefoot_havocked_int();
}

int feof(void *stream) {
    return library_flag(library_is_at_end, stream);
}

int ferror(void *stream) {
    return library_flag(library_has_failed, stream);
}

int feof_unlocked(void *stream) {
    return library_flag(library_is_at_end, stream);
}

int ferror_unlocked(void *stream) {
    return library_flag(library_has_failed, stream);
}
#endif

/* Record that a format was read, from standard input if `stream` is null. */
void __surefoot_scanned(const void *stream, int count, int asks, int may_meet_end) {
    if (stream == 0)
        stream = stdin;
    LIBRARY_PUT_AT(stream, LIBRARY_SOMEWHERE);
#ifdef LIBRARY_TRACKS_FLAGS
    if (count < 0)
        __surefoot_came(stream, 0, LIBRARY_MEETS_END);
    else
        __surefoot_came(stream, asks, may_meet_end ? LIBRARY_MAY_MEET_END : LIBRARY_MEETS_NO_END);
#endif
}

void __surefoot_clear_flags(const void *stream) {
#ifdef LIBRARY_TRACKS_FLAGS
    size_t number = library_number_of(stream);
    if (number < LIBRARY_STREAMS) {
        library_is_at_end[number] = 0;
        library_has_failed[number] = 0;
    }
#endif
}

void __surefoot_opened_again(const void *stream) {
    __surefoot_clear_flags(stream);
    LIBRARY_PUT_AT(stream, LIBRARY_SOMEWHERE);
}

void clearerr(void *stream) {
    __surefoot_use_stream(stream);
#ifdef LIBRARY_TRACKS_FLAGS
    __surefoot_clear_flags(stream);
#endif
}

void clearerr_unlocked(void *stream) {
    clearerr(stream);
}

/* Repositioning clears the end-of-file indicator. It may fail because pending output cannot be
   written. */
static int library_seek(void *stream, long position) {
    int failed = __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    if (failed) {
#ifdef LIBRARY_TRACKS_FLAGS
        size_t number = library_number_of(stream);
        if (number < LIBRARY_STREAMS && library_is_written[number] && __surefoot_unknown_int())
            library_has_failed[number] = 1;
#endif
        LIBRARY_PUT_AT(stream, LIBRARY_SOMEWHERE);
        return -1;
    }
    LIBRARY_CLEAR_END(stream);
    LIBRARY_PUT_AT(stream, position);
    return 0;
}

void rewind(void *stream) {
    __surefoot_use_stream(stream);
    library_seek(stream, 0);
#ifdef LIBRARY_TRACKS_FLAGS
    __surefoot_clear_flags(stream);
#endif
}

/* The length of a file is unknown. Devices may be at another position than requested, but no
   position is negative. */
static int library_seek_from(void *stream, long offset, int whence) {
    if (whence < 0 || whence > 4) {
        __surefoot_set_error_number(22); /* EINVAL */
        return -1;
    }
#ifdef LIBRARY_TRACKS_POSITIONS
    long position = LIBRARY_SOMEWHERE;
    if (whence == 0 && offset >= 0 && (offset == 0 || __surefoot_unknown_int()))
        position = offset;
    if (whence == 2 && !LIBRARY_IS_OWN(stream)) {
        position = __surefoot_unknown_long();
        __surefoot_assume(position >= 0);
    }
    return library_seek(stream, position);
#else
    return library_seek(stream, 0);
#endif
}

int fseek(void *stream, long offset, int whence) {
    __surefoot_use_stream(stream);
    return library_seek_from(stream, offset, whence);
}

int fseeko(void *stream, long offset, int whence) {
    __surefoot_use_stream(stream);
    return library_seek_from(stream, offset, whence);
}

/* The position of a stream after reading or writing is havocked. */
static long library_tell(void *stream) {
    long position = -1;
#if defined LIBRARY_TRACKS_POSITIONS && !defined LIBRARY_HAVOCS_POSITIONS
    size_t number = library_number_of(stream);
    if (number < LIBRARY_STREAMS && library_positions[number] >= 0) {
        if (!__surefoot_unknown_int())
            position = library_positions[number];
    } else
#endif
    {
        position = __surefoot_havocked_long();
        __surefoot_assume(position >= -1);
    }
    __surefoot_forget_error_number(position < 0);
    return position;
}

long ftell(void *stream) {
    __surefoot_use_stream(stream);
    return library_tell(stream);
}

long ftello(void *stream) {
    __surefoot_use_stream(stream);
    return library_tell(stream);
}

int fileno(void *stream) {
    __surefoot_use_stream(stream);
    size_t number = library_number_of(stream);
    if (number < 3)
        return (int)number;
#ifdef LIBRARY_TRACKS_DESCRIPTORS
    if (number < LIBRARY_STREAMS)
        return library_numbers[number];
#endif
    int file = __surefoot_havocked_int();
    __surefoot_assume(file >= -1);
    __surefoot_forget_error_number(file < 0);
    return file;
}

static int library_get(const void *stream) {
    int c = LIBRARY_IS_OWN(stream) ? __surefoot_havocked_int() : __surefoot_unknown_int();
    __surefoot_assume(c >= -1 && c <= 255);
    LIBRARY_CAME(stream, c >= 0, c < 0);
    LIBRARY_PUT_AT(stream, LIBRARY_SOMEWHERE);
    return c;
}

int getchar(void) {
    return library_get(LIBRARY_STDIN);
}

int fgetc(void *stream) {
    __surefoot_use_stream(stream);
    return library_get(stream);
}

int getc(void *stream) {
    __surefoot_use_stream(stream);
    return library_get(stream);
}

int _IO_getc(void *stream) {
    __surefoot_use_stream(stream);
    return library_get(stream);
}

/* The character is not pushed back, so runs from here on may be infeasible. */
int ungetc(int c, void *stream) {
    __surefoot_use_stream(stream);
    if (c == -1 || __surefoot_havocked_int())
        return -1;
    LIBRARY_CLEAR_END(stream);
    return (unsigned char)c;
}

static void library_forget(char *target, size_t size) {
    for (size_t i = 0; i < size; i++)
        target[i] = __surefoot_unknown_char();
}

static char library_next_char(const void *stream) {
    return LIBRARY_IS_OWN(stream) ? __surefoot_havocked_char() : __surefoot_unknown_char();
}

/* Read a line, or the part of it that fits. Nothing follows a newline. */
char *fgets(char *s, int size, void *stream) {
    __surefoot_use_stream(stream);
    int length = size == 1 ? 0 : LIBRARY_IS_OWN(stream) ? __surefoot_havocked_int() : __surefoot_unknown_int();
    __surefoot_assume(length < size);
    LIBRARY_PUT_AT(stream, LIBRARY_SOMEWHERE);
    if (length < (size > 1)) {
        if (size > 1)
            LIBRARY_CAME(stream, 0, LIBRARY_MEETS_END);
        return 0;
    }
    for (int i = 0; i < length; i++) {
        char c = library_next_char(stream);
        __surefoot_assume(i + 1 == length || c != '\n');
        s[i] = c;
    }
    s[length] = 0;
    if (size > 1)
        LIBRARY_CAME(stream, 1, length < size - 1 && s[length - 1] != '\n');
    return s;
}

/* Large blocks bypass the buffer, and whether the end of input persists for them depends on its
   size. */
size_t fread(void *target, size_t size, size_t count, void *stream) {
    __surefoot_use_stream(stream);
    if (size == 0 || count == 0)
        return 0;
    size_t got = LIBRARY_IS_OWN(stream) ? __surefoot_havocked_size() : __surefoot_unknown_size();
    __surefoot_assume(got <= count);
    size_t partial = 0; /* bytes of an element that was read partially */
    if (got < count && size > 1) {
        partial = LIBRARY_IS_OWN(stream) ? __surefoot_havocked_size() : __surefoot_unknown_size();
        __surefoot_assume(partial < size);
    }
    if (LIBRARY_IS_AT_END(stream) && got + partial != 0) {
        __surefoot_havocked_from_here();
        LIBRARY_CLEAR_END(stream);
    }
    char *bytes = target;
    size_t all = got * size + partial;
    for (size_t i = 0; i < all; i++)
        bytes[i] = library_next_char(stream);
    LIBRARY_CAME(stream, all != 0, got < count);
    LIBRARY_PUT_AT(stream, LIBRARY_SOMEWHERE);
    return got;
}

int getchar_unlocked(void) {
    return library_get(LIBRARY_STDIN);
}

int getc_unlocked(void *stream) {
    __surefoot_use_stream(stream);
    return library_get(stream);
}

int fgetc_unlocked(void *stream) {
    __surefoot_use_stream(stream);
    return library_get(stream);
}

void perror(const char *text) {
    if (text != 0)
        __surefoot_read_string(text);
    __surefoot_forget_error_number(0);
    LIBRARY_COMPLAINED();
}

/* The excess size of the line's buffer is unspecified. */
ssize_t getdelim(char **line, size_t *size, int delimiter, void *stream) {
    __surefoot_use_stream(stream);
    if (line == 0 || size == 0) {
        __surefoot_set_error_number(22); /* EINVAL */
        return -1;
    }
    LIBRARY_PUT_AT(stream, LIBRARY_SOMEWHERE);
    ssize_t length = LIBRARY_IS_OWN(stream) ? __surefoot_havocked_long() : __surefoot_unknown_long();
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
    if (length < 0) {
        LIBRARY_CAME(stream, 0, LIBRARY_MEETS_END);
        return -1;
    }
    char *text = *line;
    for (ssize_t i = 0; i < length; i++) {
        char c = library_next_char(stream);
        __surefoot_assume(i + 1 == length || c != (char)delimiter);
        text[i] = c;
    }
    text[length] = 0;
    LIBRARY_CAME(stream, 1, text[length - 1] != (char)delimiter);
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
    LIBRARY_PUT_AT(LIBRARY_STDIN, LIBRARY_SOMEWHERE);
    if (__surefoot_unknown_int()) {
        LIBRARY_CAME(LIBRARY_STDIN, 0, LIBRARY_MEETS_END);
        return 0;
    }
    for (size_t i = 0; i < length; i++) {
        char c = library_next_char(LIBRARY_STDIN);
        __surefoot_assume(c != '\n');
        s[i] = c;
    }
    s[length] = 0;
    LIBRARY_CAME(LIBRARY_STDIN, 1, length == 0 ? LIBRARY_MEETS_NO_END : LIBRARY_MAY_MEET_END);
    return s;
}

size_t fread_unlocked(void *target, size_t size, size_t count, void *stream) {
    return fread(target, size, count, stream);
}

char *fgets_unlocked(char *s, int size, void *stream) {
    return fgets(s, size, stream);
}

/* Positions are numbers and conversion states, all of them havocked. */
static int library_get_position(char *position, size_t size) {
    int failed = __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    if (failed)
        return -1;
    library_forget(position, size);
    return 0;
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
    __surefoot_read_bytes(position, sizeof(long) + 8);
    return library_seek(stream, LIBRARY_SOMEWHERE);
}

int fsetpos64(void *stream, const void *position) {
    __surefoot_use_stream(stream);
    __surefoot_read_bytes(position, 16);
    return library_seek(stream, LIBRARY_SOMEWHERE);
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
