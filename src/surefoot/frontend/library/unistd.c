/* <unistd.h> and related headers: results of the system are havocked. */
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
void *malloc(size_t size);
int __surefoot_unknown_int(void);
char __surefoot_unknown_char(void);
long __surefoot_unknown_long(void);
size_t __surefoot_unknown_size(void);
int __surefoot_havocked_int(void);
char __surefoot_havocked_char(void);
long __surefoot_havocked_long(void);
void __surefoot_assume(int condition);
int __surefoot_is_own_file(int file);
void __surefoot_wrote_to_file(int file);
void __surefoot_file_emptied(void);
void __surefoot_read_bytes(const volatile char *block, size_t size);
void __surefoot_forget_error_number(int failed);
void __surefoot_read_string(const char *s);
size_t strlen(const char *s);

/* File descriptors. Linux returns the lowest one that is free. All below `library_next` are open,
   except for those in `library_free`, which the program closed; nothing is known about the others.
   After operations that are not modelled, descriptors are havocked. */
#ifdef LIBRARY_TRACKS_DESCRIPTORS
enum { LIBRARY_FREE = 8 };
static int library_next = 3;
static int library_free[LIBRARY_FREE];
static int library_count_free;
#ifdef LIBRARY_HAVOCS_DESCRIPTORS
static char library_descriptors_havocked = 1;
#else
static char library_descriptors_havocked;
#endif
#endif

void __surefoot_havoc_descriptors(void) {
#ifdef LIBRARY_TRACKS_DESCRIPTORS
    library_descriptors_havocked = 1;
#endif
}

/* Return the position of `file` in `library_free`, or -1. */
static int library_position_of(int file) {
#ifdef LIBRARY_TRACKS_DESCRIPTORS
    for (int i = 0; i < library_count_free; i++)
        if (library_free[i] == file)
            return i;
#endif
    return -1;
}

int __surefoot_new_descriptor(void) {
#ifdef LIBRARY_TRACKS_DESCRIPTORS
    if (!library_descriptors_havocked && library_count_free > 0) {
        int lowest = 0;
        for (int i = 1; i < library_count_free; i++)
            if (library_free[i] < library_free[lowest])
                lowest = i;
        int file = library_free[lowest];
        library_free[lowest] = library_free[--library_count_free];
        return file;
    }
    if (!library_descriptors_havocked) {
        int file = __surefoot_unknown_int();
        __surefoot_assume(file >= library_next && file < 0x7fffffff);
        library_next = file + 1;
        return file;
    }
#endif
    int other = __surefoot_havocked_int();
    __surefoot_assume(other >= 0);
    return other;
}

/* Return whether the descriptor is not open. Where descriptors are havocked, a closed one may be
   open again. */
static int library_is_bad(int file) {
    if (file < 0)
        return 1;
#ifdef LIBRARY_TRACKS_DESCRIPTORS
    if (library_position_of(file) >= 0)
        return !library_descriptors_havocked || __surefoot_havocked_int();
#endif
    return 0;
}

/* The descriptor is free from here on, even if the system reports an error. */
void __surefoot_end_descriptor(int file) {
#ifdef LIBRARY_TRACKS_DESCRIPTORS
    if (file < 0 || library_position_of(file) >= 0)
        return;
    if (file >= library_next || library_count_free == LIBRARY_FREE)
        library_descriptors_havocked = 1;
    if (library_count_free < LIBRARY_FREE)
        library_free[library_count_free++] = file;
#endif
}

int __surefoot_open_descriptor(int fails) {
    return fails ? -1 : __surefoot_new_descriptor();
}

int close(int file) {
    int failed = library_is_bad(file) || __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    __surefoot_end_descriptor(file);
    return failed ? -1 : 0;
}

int dup(int file) {
    int failed = library_is_bad(file) || __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    return failed ? -1 : __surefoot_new_descriptor();
}

int dup2(int file, int copy) {
    int failed = library_is_bad(file) || copy < 0 || __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    if (failed)
        return -1;
#ifdef LIBRARY_TRACKS_DESCRIPTORS
    int position = library_position_of(copy);
    if (position >= 0)
        library_free[position] = library_free[--library_count_free];
    else if (copy >= library_next)
        library_descriptors_havocked = 1;
#endif
    return copy;
}

int pipe(int ends[2]) {
    int failed = __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    if (failed)
        return -1;
#ifdef LIBRARY_READS_OWN_FILES
    __surefoot_file_emptied();
#endif
    int in = __surefoot_new_descriptor(), out = __surefoot_new_descriptor();
    __surefoot_assume(in != out);
    ends[0] = in;
    ends[1] = out;
    return 0;
}

#ifdef LIBRARY_READS_OWN_FILES
#define LIBRARY_IS_OWN_FILE(file) __surefoot_is_own_file(file)
#else
#define LIBRARY_IS_OWN_FILE(file) 0
#endif

static ssize_t library_get_bytes(char *target, size_t size, int is_bad, int is_own) {
    ssize_t got = is_own ? __surefoot_havocked_long() : __surefoot_unknown_long();
    __surefoot_assume(got >= -1 && (got < 0 || (size_t)got <= size));
    if (is_bad)
        got = -1;
    __surefoot_forget_error_number(got < 0);
    for (ssize_t i = 0; i < got; i++)
        target[i] = is_own ? __surefoot_havocked_char() : __surefoot_unknown_char();
    return got;
}

ssize_t read(int file, void *target, size_t size) {
    return library_get_bytes(target, size, library_is_bad(file), LIBRARY_IS_OWN_FILE(file));
}

ssize_t pread(int file, void *target, size_t size, long offset) {
    return library_get_bytes(target, size, library_is_bad(file), LIBRARY_IS_OWN_FILE(file));
}

ssize_t readlink(const char *path, char *target, size_t size) {
    __surefoot_read_string(path);
    return library_get_bytes(target, size, 0, 0);
}

ssize_t write(int file, const void *source, size_t size) {
    __surefoot_read_bytes(source, size);
    ssize_t put = __surefoot_unknown_long();
    __surefoot_assume(put >= -1 && (put < 0 || (size_t)put <= size));
    if (library_is_bad(file))
        put = -1;
    __surefoot_forget_error_number(put < 0);
#ifdef LIBRARY_READS_OWN_FILES
    __surefoot_wrote_to_file(file);
#endif
    return put;
}

ssize_t pwrite(int file, const void *source, size_t size, long offset) {
    return write(file, source, size);
}

/* The length of a file is unknown. Devices may be at another position than requested, but no
   position is negative. */
long lseek(int file, long offset, int whence) {
    long position = offset;
    if (whence == 2 && !LIBRARY_IS_OWN_FILE(file))
        position = __surefoot_unknown_long();
    else if (whence != 0 || (offset != 0 && __surefoot_unknown_int()))
        position = __surefoot_havocked_long();
    if (library_is_bad(file) || __surefoot_unknown_int())
        position = -1;
    __surefoot_assume(position >= -1);
    __surefoot_forget_error_number(position < 0);
    return position;
}

int getpid(void) {
    static int own;
    if (own == 0) {
        own = __surefoot_unknown_int();
        __surefoot_assume(own > 0);
    }
    return own;
}

/* Identities are havocked at each call; they need not equal the first result. */
static unsigned library_identity(int *is_asked_for) {
    unsigned identity = *is_asked_for ? __surefoot_havocked_int() : __surefoot_unknown_int();
    *is_asked_for = 1;
    return identity;
}

unsigned getuid(void) {
    static int is_asked_for;
    return library_identity(&is_asked_for);
}

unsigned geteuid(void) {
    static int is_asked_for;
    return library_identity(&is_asked_for);
}

unsigned getgid(void) {
    static int is_asked_for;
    return library_identity(&is_asked_for);
}

unsigned getegid(void) {
    static int is_asked_for;
    return library_identity(&is_asked_for);
}

unsigned umask(unsigned mask) {
    static int is_known;
    static unsigned last;
    unsigned before = is_known ? last : (unsigned)__surefoot_unknown_int() & 0777;
    is_known = 1;
    last = mask & 0777;
    return before;
}

/* Store a string of havocked length that fits. */
static void library_answer(char *target, size_t size) {
    size_t length = __surefoot_unknown_size();
    __surefoot_assume(length < size);
    for (size_t i = 0; i < length; i++) {
        char c = __surefoot_unknown_char();
        __surefoot_assume(c != 0);
        target[i] = c;
    }
    target[length] = 0;
}

char *getcwd(char *target, size_t size) {
    if (target == 0 && size == 0)
        size = 4096;
    int failed = size < 2 || __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    if (failed)
        return 0;
    if (target == 0 && (target = malloc(size)) == 0)
        return 0;
    target[0] = '/';
    library_answer(target + 1, size - 1);
    return target;
}

int gethostname(char *target, size_t size) {
    int failed = size == 0 || __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    if (failed)
        return -1;
    library_answer(target, size);
    return 0;
}

char *realpath(const char *path, char *target) {
    __surefoot_read_string(path);
    int failed = __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    if (failed)
        return 0;
    if (target == 0 && (target = malloc(4096)) == 0)
        return 0;
    library_answer(target, 4096);
    return target;
}

int mkstemp(char *template) {
    size_t length = strlen(template);
    int failed = length < 6 || __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    if (failed)
        return -1;
    for (size_t i = length - 6; i < length; i++) {
        char c = __surefoot_unknown_char();
        __surefoot_assume((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
        template[i] = c;
    }
#ifdef LIBRARY_READS_OWN_FILES
    __surefoot_file_emptied();
#endif
    return __surefoot_new_descriptor();
}

/* The set of options is known, but not the order in which they appear. */
char *optarg;
int optind = 1, opterr = 1, optopt;

int getopt(int count, char *const arguments[], const char *options) {
    __surefoot_assume(1);
    int is_last = __surefoot_havocked_int();
    optarg = 0;
    if (optind >= count || is_last) {
        int rest = __surefoot_havocked_int();
        __surefoot_assume(rest >= 1 && rest <= (count < 1 ? 1 : count));
        optind = rest;
        return -1;
    }
    int next = __surefoot_havocked_int();
    __surefoot_assume(next >= optind && next <= count);
    optind = next;
    size_t chosen = __surefoot_havocked_int();
    __surefoot_assume(chosen < 256);
    size_t length = strlen(options);
    if (chosen >= length || options[chosen] == ':' || options[chosen] == '+' || options[chosen] == '-') {
        optopt = __surefoot_havocked_int();
        return options[0] == ':' && __surefoot_havocked_int() ? ':' : '?';
    }
    if (options[chosen + 1] == ':') {
        int taken = __surefoot_havocked_int();
        __surefoot_assume(taken >= 1 && taken < count && taken < next);
        optarg = arguments[taken];
        if (options[chosen + 2] == ':' && __surefoot_havocked_int())
            optarg = 0;
    }
    return options[chosen];
}
