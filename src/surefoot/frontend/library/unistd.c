/* <unistd.h> and its neighbours: what the system answers is unknown. */
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
void *malloc(size_t size);
int __surefoot_unknown_int(void);
char __surefoot_unknown_char(void);
long __surefoot_unknown_long(void);
size_t __surefoot_unknown_size(void);
int __surefoot_made_up_int(void);
void __surefoot_assume(int condition);
void __surefoot_forget_error_number(int failed);
void __surefoot_read_string(const char *s);
size_t strlen(const char *s);

ssize_t read(int file, void *target, size_t size) {
    ssize_t got = __surefoot_unknown_long();
    __surefoot_assume(got >= -1 && (got < 0 || (size_t)got <= size));
    __surefoot_forget_error_number(got < 0);
    char *bytes = target;
    for (ssize_t i = 0; i < got; i++)
        bytes[i] = __surefoot_unknown_char();
    return got;
}

ssize_t pread(int file, void *target, size_t size, long offset) {
    return read(file, target, size);
}

ssize_t readlink(const char *path, char *target, size_t size) {
    __surefoot_read_string(path);
    return read(0, target, size);
}

int pipe(int ends[2]) {
    int failed = __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    if (failed)
        return -1;
    int in = __surefoot_unknown_int(), out = __surefoot_unknown_int();
    __surefoot_assume(in >= 0 && out >= 0 && in != out);
    ends[0] = in;
    ends[1] = out;
    return 0;
}

int getpid(void) {
    static int own;
    if (own == 0) {
        own = __surefoot_unknown_int();
        __surefoot_assume(own > 0);
    }
    return own;
}

/* Whether an identity is still what it was when it was asked for first is left open. */
static unsigned library_identity(int *is_asked_for) {
    unsigned identity = *is_asked_for ? __surefoot_made_up_int() : __surefoot_unknown_int();
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

int dup(int file) {
    int copy = __surefoot_unknown_int();
    __surefoot_assume(copy >= -1 && (copy < 0 || copy != file));
    __surefoot_forget_error_number(copy < 0);
    return copy;
}

int dup2(int file, int copy) {
    int failed = copy < 0 || __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    return failed ? -1 : copy;
}

/* A string of unknown length that fits. */
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
    int file = __surefoot_unknown_int();
    __surefoot_assume(file >= -1);
    __surefoot_forget_error_number(length < 6 || file < 0);
    if (length < 6 || file < 0)
        return -1;
    for (size_t i = length - 6; i < length; i++) {
        char c = __surefoot_unknown_char();
        __surefoot_assume((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
        template[i] = c;
    }
    return file;
}

/* Which options there are is known, but not in which order they come. */
char *optarg;
int optind = 1, opterr = 1, optopt;

int getopt(int count, char *const arguments[], const char *options) {
    __surefoot_assume(1);
    int is_last = __surefoot_made_up_int();
    optarg = 0;
    if (optind >= count || is_last) {
        int rest = __surefoot_made_up_int();
        __surefoot_assume(rest >= 1 && rest <= (count < 1 ? 1 : count));
        optind = rest;
        return -1;
    }
    int next = __surefoot_made_up_int();
    __surefoot_assume(next >= optind && next <= count);
    optind = next;
    size_t chosen = __surefoot_made_up_int();
    __surefoot_assume(chosen < 256);
    size_t length = strlen(options);
    if (chosen >= length || options[chosen] == ':' || options[chosen] == '+' || options[chosen] == '-') {
        optopt = __surefoot_made_up_int();
        return options[0] == ':' && __surefoot_made_up_int() ? ':' : '?';
    }
    if (options[chosen + 1] == ':') {
        int taken = __surefoot_made_up_int();
        __surefoot_assume(taken >= 1 && taken < count && taken < next);
        optarg = arguments[taken];
        if (options[chosen + 2] == ':' && __surefoot_made_up_int())
            optarg = 0;
    }
    return options[chosen];
}
