/* <dirent.h>, <sys/stat.h>, <sys/utsname.h>, <sys/resource.h>, <sys/wait.h>, <termios.h>: what the
   system stores is arbitrary. */
typedef __SIZE_TYPE__ size_t;
struct dirent { unsigned long d_ino; long d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
/* The entry lives as long as the stream, and is not shared with other streams (POSIX, readdir). */
struct library_directory { char is_open; struct dirent entry; };
struct library_time { long seconds, nanoseconds; };
#ifdef __LP64__
struct library_state {
    unsigned long device, number, links;
    unsigned mode, user, group, unused;
    unsigned long represented;
    long size, block_size, blocks;
    struct library_time accessed, modified, changed;
    long reserved[3];
};
#endif
void *malloc(size_t size);
void free(void *p);
int __surefoot_unknown_int(void);
long __surefoot_havocked_long(void);
void __surefoot_havocked_from_here(void);
long __surefoot_unknown_long(void);
size_t __surefoot_unknown_size(void);
void __surefoot_assume(int condition);
void __surefoot_forget(volatile void *p, unsigned long n);
void __surefoot_forget_error_number(int failed);
void __surefoot_read_bytes(const volatile char *block, size_t size);
void __surefoot_read_string(const char *s);
void __surefoot_havoc_descriptors(void);

static int library_system_result(void) {
    int failed = __surefoot_unknown_int();
    __surefoot_forget_error_number(failed);
    return failed ? -1 : 0;
}

struct library_directory *opendir(const char *path) {
    __surefoot_read_string(path);
    __surefoot_havoc_descriptors();
    if (library_system_result())
        return 0;
    struct library_directory *made = malloc(sizeof *made);
    if (made != 0)
        made->is_open = 1;
    return made;
}

struct library_directory *fdopendir(int file) {
    if (library_system_result())
        return 0;
    struct library_directory *made = malloc(sizeof *made);
    if (made != 0)
        made->is_open = 1;
    return made;
}

int closedir(struct library_directory *directory) {
    __surefoot_havoc_descriptors();
    directory->is_open = 0;
    free(directory);
    return library_system_result();
}

struct dirent *readdir(struct library_directory *directory) {
    directory->is_open = 1;
    if (__surefoot_unknown_int()) {
        __surefoot_forget_error_number(0);
        return 0;
    }
    struct dirent *entry = &directory->entry;
    __surefoot_forget(entry, sizeof *entry);
    size_t length = __surefoot_unknown_size();
    __surefoot_assume(length > 0 && length < sizeof entry->d_name);
    __surefoot_assume(entry->d_name[0] != 0);
    entry->d_name[length] = 0;
    return entry;
}

void rewinddir(struct library_directory *directory) {
    directory->is_open = 1;
}

long telldir(struct library_directory *directory) {
    directory->is_open = 1;
    return __surefoot_unknown_long();
}

void seekdir(struct library_directory *directory, long position) {
    directory->is_open = 1;
}

int dirfd(struct library_directory *directory) {
    directory->is_open = 1;
    int file = __surefoot_unknown_int();
    __surefoot_assume(file >= 0);
    return file;
}

#ifdef __LP64__
static struct library_time library_file_time(void) {
    struct library_time found = {__surefoot_unknown_long(), __surefoot_unknown_long()};
    __surefoot_assume(found.nanoseconds >= 0 && found.nanoseconds < 1000000000);
    return found;
}
#endif

static int library_file_state(void *state, size_t size) {
    if (library_system_result())
        return -1;
    __surefoot_forget(state, size);
#ifdef __LP64__
    struct library_state *found = state;
    unsigned mode = (unsigned)__surefoot_unknown_int(), type = mode >> 12;
    __surefoot_assume(mode < 0200000);
    __surefoot_assume(type == 1 || type == 2 || type == 4 || type == 6 || type == 8 || type == 10 || type == 12);
    found->mode = mode;
    __surefoot_assume(found->size >= 0 && found->block_size > 0 && found->blocks >= 0);
    found->accessed = library_file_time();
    found->modified = library_file_time();
    found->changed = library_file_time();
#else
    __surefoot_havocked_from_here();
#endif
    return 0;
}

int stat(const char *path, void *state) {
    __surefoot_read_string(path);
    return library_file_state(state, sizeof(long) == 8 ? 144 : 88);
}

int lstat(const char *path, void *state) {
    __surefoot_read_string(path);
    return library_file_state(state, sizeof(long) == 8 ? 144 : 88);
}

int fstat(int file, void *state) {
    return library_file_state(state, sizeof(long) == 8 ? 144 : 88);
}

int fstatat(int file, const char *path, void *state, int flags) {
    __surefoot_read_string(path);
    return library_file_state(state, sizeof(long) == 8 ? 144 : 88);
}

int stat64(const char *path, void *state) {
    __surefoot_read_string(path);
    return library_file_state(state, sizeof(long) == 8 ? 144 : 96);
}

int lstat64(const char *path, void *state) {
    __surefoot_read_string(path);
    return library_file_state(state, sizeof(long) == 8 ? 144 : 96);
}

int fstat64(int file, void *state) {
    return library_file_state(state, sizeof(long) == 8 ? 144 : 96);
}

int mkfifo(const char *path, unsigned mode) {
    __surefoot_read_string(path);
    return library_system_result();
}

int chown(const char *path, unsigned user, unsigned group) {
    __surefoot_read_string(path);
    return library_system_result();
}

int lchown(const char *path, unsigned user, unsigned group) {
    __surefoot_read_string(path);
    return library_system_result();
}

int fchown(int file, unsigned user, unsigned group) {
    return library_system_result();
}

int fchmod(int file, unsigned mode) {
    return library_system_result();
}

int fchdir(int file) {
    return library_system_result();
}

int flock(int file, int operation) {
    return library_system_result();
}

int fdatasync(int file) {
    return library_system_result();
}

int uname(void *names) {
    if (library_system_result())
        return -1;
    char *name = names;
    __surefoot_forget(names, 390);
    name[64] = name[129] = name[194] = 0;
    name[259] = name[324] = name[389] = 0;
    __surefoot_havocked_from_here();
    return 0;
}

long sysconf(int name) {
    long value = __surefoot_havocked_long();
    __surefoot_assume(value >= -1);
    __surefoot_forget_error_number(0);
    return value;
}

int getpagesize(void) {
    return 4096;
}

int getrlimit(int resource, void *limits) {
    if (library_system_result())
        return -1;
    unsigned long *limit = limits;
    limit[0] = __surefoot_havocked_long();
    limit[1] = __surefoot_havocked_long();
    __surefoot_assume(limit[0] <= limit[1]);
    return 0;
}

int setrlimit(int resource, const void *limits) {
    __surefoot_read_bytes(limits, 2 * sizeof(long));
    return library_system_result();
}

int getrusage(int who, void *usage) {
    if (library_system_result())
        return -1;
    __surefoot_forget(usage, 18 * sizeof(long));
    __surefoot_havocked_from_here();
    return 0;
}

int tcgetattr(int file, void *modes) {
    if (library_system_result())
        return -1;
    __surefoot_forget(modes, 60);
    __surefoot_havocked_from_here();
    return 0;
}

int tcsetattr(int file, int actions, const void *modes) {
    __surefoot_read_bytes(modes, 60);
    return library_system_result();
}

int getentropy(void *target, size_t size) {
    int result = library_system_result();
    __surefoot_assume(result != 0 || size <= 256);
    if (result == 0 && size != 0)
        __surefoot_forget(target, size);
    return result;
}

long getrandom(void *target, size_t size, unsigned flags) {
    long got = __surefoot_unknown_long();
    __surefoot_assume(got >= -1 && (got < 0 || (size_t)got <= size));
    __surefoot_forget_error_number(got < 0);
    if (got > 0)
        __surefoot_forget(target, (size_t)got);
    return got;
}

/* Return a status of a process that ended, or with WUNTRACED stopped, or with WCONTINUED continued. */
static int library_process_status(int options) {
    int status = __surefoot_unknown_int(), ended_by = status & 127, code = status >> 8;
    __surefoot_assume(
        (status & ~0xff00) == 0 || ((status & ~255) == 0 && ended_by > 0 && ended_by <= 64) ||
        ((options & 2) != 0 && (status & 255) == 127 && code > 0 && code <= 64) ||
        ((options & 8) != 0 && status == 0xffff));
    return status;
}

int waitpid(int wanted, int *status, int options) {
    int process = __surefoot_unknown_int();
    __surefoot_assume(process >= -1 && (process != 0 || (options & 1) != 0));
    __surefoot_assume(process <= 0 || wanted <= 0 || process == wanted);
    __surefoot_forget_error_number(process < 0);
    if (process > 0 && status != 0)
        *status = library_process_status(options);
    return process;
}

int wait(int *status) {
    return waitpid(-1, status, 0);
}
