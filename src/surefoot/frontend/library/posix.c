/* POSIX functions of the system that change no memory of the program, or only what their arguments
   point to: results are arbitrary within what POSIX allows, and a failure sets `errno`. */
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
struct library_block { void *start; size_t size; };
struct library_link { struct library_link *next, *previous; };
int __surefoot_unknown_int(void);
long __surefoot_unknown_long(void);
size_t __surefoot_unknown_size(void);
int __surefoot_havocked_int(void);
void __surefoot_assume(int condition);
void __surefoot_forget(volatile void *p, unsigned long n);
void __surefoot_forget_error_number(int failed);
void __surefoot_read_bytes(const volatile char *block, size_t size);
void __surefoot_read_string(const char *s);
void __surefoot_havocked_from_here(void);
void __surefoot_havoc_descriptors(void);
int __surefoot_open_descriptor(int fails);

static int library_call_fails(void) {
    int failed = __surefoot_unknown_int() != 0;
    __surefoot_forget_error_number(failed);
    return failed;
}

static int library_zero_or_failure(void) {
    return library_call_fails() ? -1 : 0;
}

/* Return 0, or an error number, without setting `errno`. */
static int library_error_number(void) {
    int error = __surefoot_unknown_int();
    __surefoot_assume(error >= 0 && error < 4096);
    return error;
}

static int library_at_least(int least) {
    if (library_call_fails())
        return -1;
    int result = __surefoot_unknown_int();
    __surefoot_assume(result >= least);
    return result;
}

static int library_path_result(const char *path) {
    __surefoot_read_string(path);
    return library_zero_or_failure();
}

/* Users, groups, processes and sessions */
int setuid(unsigned user) { return library_zero_or_failure(); }
int setgid(unsigned group) { return library_zero_or_failure(); }
int seteuid(unsigned user) { return library_zero_or_failure(); }
int setegid(unsigned group) { return library_zero_or_failure(); }
int setreuid(unsigned real, unsigned effective) { return library_zero_or_failure(); }
int setregid(unsigned real, unsigned effective) { return library_zero_or_failure(); }
int setresuid(unsigned real, unsigned effective, unsigned saved) { return library_zero_or_failure(); }
int setresgid(unsigned real, unsigned effective, unsigned saved) { return library_zero_or_failure(); }
int setpgid(int process, int group) { return library_zero_or_failure(); }
int setpgrp(void) { return library_zero_or_failure(); }
int setsid(void) { return library_at_least(1); }
int getpgid(int process) { return library_at_least(1); }
int getsid(int process) { return library_at_least(0); }
int gettid(void) {
    int result = __surefoot_unknown_int();
    __surefoot_assume(result > 0);
    return result;
}

int initgroups(const char *user, unsigned group) { return library_path_result(user); }

int setgroups(size_t count, const unsigned *groups) {
    __surefoot_read_bytes((const char *)groups, count * sizeof(unsigned));
    return library_zero_or_failure();
}

int getgroups(int most, unsigned *groups) {
    int count = library_at_least(0);
    if (count > 0 && most != 0) {
        __surefoot_assume(count <= most);
        __surefoot_forget(groups, count * sizeof(unsigned));
    }
    return count;
}

/* -1 is a priority, too. */
int getpriority(int which, unsigned who) {
    int result = __surefoot_unknown_int();
    __surefoot_assume(result >= -20 && result <= 19);
    __surefoot_forget_error_number(0);
    return result;
}

int setpriority(int which, unsigned who, int priority) { return library_zero_or_failure(); }

int nice(int amount) {
    int result = __surefoot_unknown_int();
    __surefoot_assume(result >= -20 && result <= 19);
    __surefoot_forget_error_number(0);
    return result;
}

long times(void *spent) {
    if (spent != 0)
        __surefoot_forget(spent, 4 * sizeof(long));
    long result = __surefoot_unknown_long();
    __surefoot_forget_error_number(result == -1);
    return result;
}

int sched_get_priority_max(int policy) { return library_at_least(0); }
int sched_get_priority_min(int policy) { return library_at_least(0); }
int daemon(int keeps_folder, int keeps_streams) {
    __surefoot_havoc_descriptors();
    return library_zero_or_failure();
}

int chroot(const char *path) { return library_path_result(path); }

/* Files relative to open folders */
int mkdirat(int folder, const char *path, unsigned mode) { return library_path_result(path); }
int mkfifoat(int folder, const char *path, unsigned mode) { return library_path_result(path); }
int unlinkat(int folder, const char *path, int flags) { return library_path_result(path); }
int faccessat(int folder, const char *path, int mode, int flags) { return library_path_result(path); }
int fchmodat(int folder, const char *path, unsigned mode, int flags) { return library_path_result(path); }
int fchownat(int folder, const char *path, unsigned user, unsigned group, int flags) { return library_path_result(path); }

int renameat(int folder, const char *from, int other, const char *to) {
    __surefoot_read_string(from);
    return library_path_result(to);
}

int linkat(int folder, const char *from, int other, const char *to, int flags) {
    __surefoot_read_string(from);
    return library_path_result(to);
}

int symlinkat(const char *target, int folder, const char *path) {
    __surefoot_read_string(target);
    return library_path_result(path);
}

int utimensat(int folder, const char *path, const void *times, int flags) {
    if (times != 0)
        __surefoot_read_bytes(times, 4 * sizeof(long));
    return path != 0 ? library_path_result(path) : library_zero_or_failure();
}

static ssize_t library_stored_bytes(void *target, size_t size) {
    if (library_call_fails())
        return -1;
    size_t stored = __surefoot_unknown_size();
    __surefoot_assume(stored <= size && stored <= (size_t)-1 / 2);
    __surefoot_forget(target, stored);
    return stored;
}

ssize_t readlinkat(int folder, const char *path, char *target, size_t size) {
    __surefoot_read_string(path);
    return library_stored_bytes(target, size);
}

int lockf(int file, int command, long size) { return library_zero_or_failure(); }
int posix_fadvise(int file, long offset, long size, int advice) { return library_error_number(); }
int posix_fallocate(int file, long offset, long size) { return library_error_number(); }
int fallocate(int file, int mode, long offset, long size) { return library_zero_or_failure(); }
int syncfs(int file) { return library_zero_or_failure(); }

long pathconf(const char *path, int name) {
    __surefoot_read_string(path);
    long result = __surefoot_unknown_long();
    __surefoot_assume(result >= -1);
    __surefoot_forget_error_number(0);
    return result;
}

long fpathconf(int file, int name) {
    long result = __surefoot_unknown_long();
    __surefoot_assume(result >= -1);
    __surefoot_forget_error_number(0);
    return result;
}

/* Descriptors */
int dup3(int file, int copy, int flags) {
    __surefoot_havoc_descriptors();
    if (copy < 0 || copy == file) {
        __surefoot_forget_error_number(1);
        return -1;
    }
    return library_call_fails() ? -1 : copy;
}

int eventfd(unsigned initial, int flags) { return __surefoot_open_descriptor(library_call_fails()); }
int inotify_init(void) { return __surefoot_open_descriptor(library_call_fails()); }
int inotify_init1(int flags) { return __surefoot_open_descriptor(library_call_fails()); }
int timerfd_create(int clock, int flags) { return __surefoot_open_descriptor(library_call_fails()); }
int posix_openpt(int flags) { return __surefoot_open_descriptor(library_call_fails()); }

int shm_open(const char *name, int flags, unsigned mode) {
    __surefoot_read_string(name);
    return __surefoot_open_descriptor(library_call_fails());
}

int memfd_create(const char *name, unsigned flags) {
    __surefoot_read_string(name);
    return __surefoot_open_descriptor(library_call_fails());
}

int shm_unlink(const char *name) { return library_path_result(name); }

int inotify_add_watch(int file, const char *path, unsigned mask) {
    __surefoot_read_string(path);
    return library_at_least(1);
}

int inotify_rm_watch(int file, int watch) { return library_zero_or_failure(); }

int eventfd_read(int file, unsigned long long *value) {
    if (library_call_fails())
        return -1;
    __surefoot_forget(value, 8);
    __surefoot_havocked_from_here();
    return 0;
}

int eventfd_write(int file, unsigned long long value) { return library_zero_or_failure(); }

int timerfd_settime(int file, int flags, const void *value, void *before) {
    __surefoot_read_bytes(value, 4 * sizeof(long));
    if (library_call_fails())
        return -1;
    if (before != 0)
        __surefoot_forget(before, 4 * sizeof(long));
    return 0;
}

int timerfd_gettime(int file, void *value) {
    if (library_call_fails())
        return -1;
    __surefoot_forget(value, 4 * sizeof(long));
    __surefoot_havocked_from_here();
    return 0;
}

int epoll_wait(int file, void *events, int most, int timeout) {
    int count = library_at_least(0);
    if (count > 0) {
        __surefoot_assume(count <= most);
        __surefoot_forget(events, 12ul * count);
    }
    return count;
}

/* Scattered blocks */
ssize_t writev(int file, const struct library_block *blocks, int count) {
    if (count < 0) {
        __surefoot_forget_error_number(1);
        return -1;
    }
    if (library_call_fails())
        return -1;
    size_t whole = 0;
    for (int i = 0; i < count; i++) {
        __surefoot_read_bytes(blocks[i].start, blocks[i].size);
        whole += blocks[i].size;
    }
    size_t written = __surefoot_unknown_size();
    __surefoot_assume(written <= whole && written <= (size_t)-1 / 2);
    return written;
}

/* Terminals */
int tcdrain(int file) { return library_zero_or_failure(); }
int tcflow(int file, int action) { return library_zero_or_failure(); }
int tcflush(int file, int queue) { return library_zero_or_failure(); }
int tcsendbreak(int file, int duration) { return library_zero_or_failure(); }
int tcgetpgrp(int file) { return library_at_least(0); }
int tcsetpgrp(int file, int group) { return library_zero_or_failure(); }
int tcgetsid(int file) { return library_at_least(0); }
int grantpt(int file) { return library_zero_or_failure(); }
int unlockpt(int file) { return library_zero_or_failure(); }

unsigned cfgetispeed(const void *modes) {
    __surefoot_read_bytes(modes, 60);
    return __surefoot_havocked_int();
}

unsigned cfgetospeed(const void *modes) {
    __surefoot_read_bytes(modes, 60);
    return __surefoot_havocked_int();
}

int cfsetispeed(void *modes, unsigned speed) {
    __surefoot_forget(modes, 60);
    __surefoot_havocked_from_here();
    return library_zero_or_failure();
}

int cfsetospeed(void *modes, unsigned speed) {
    __surefoot_forget(modes, 60);
    __surefoot_havocked_from_here();
    return library_zero_or_failure();
}

int cfsetspeed(void *modes, unsigned speed) {
    __surefoot_forget(modes, 60);
    __surefoot_havocked_from_here();
    return library_zero_or_failure();
}

void cfmakeraw(void *modes) {
    __surefoot_read_bytes(modes, 60);
    __surefoot_forget(modes, 60);
    __surefoot_havocked_from_here();
}

/* Memory and semaphores */
int mlock(const void *block, size_t size) { return library_zero_or_failure(); }
int munlock(const void *block, size_t size) { return library_zero_or_failure(); }
int mlockall(int flags) { return library_zero_or_failure(); }
int munlockall(void) { return library_zero_or_failure(); }
int madvise(void *block, size_t size, int advice) {
    if (library_call_fails())
        return -1;
    if (advice == 4 || advice == 8 || advice == 9 || advice == 24) /* MADV_DONTNEED, _FREE, _REMOVE, _DONTNEED_LOCKED */
        __surefoot_forget(block, size);
    return 0;
}

int posix_madvise(void *block, size_t size, int advice) { return library_error_number(); }

int sem_init(void *semaphore, int is_shared, unsigned value) {
    __surefoot_forget(semaphore, 4 * sizeof(long));
    return library_zero_or_failure();
}

int sem_destroy(void *semaphore) { return library_zero_or_failure(); }
int sem_post(void *semaphore) { return library_zero_or_failure(); }
int sem_close(void *semaphore) { return library_zero_or_failure(); }
int sem_unlink(const char *name) { return library_path_result(name); }

/* How often a semaphore was posted is not counted. */
int sem_wait(void *semaphore) {
    __surefoot_havocked_from_here();
    return library_zero_or_failure();
}

int sem_trywait(void *semaphore) {
    __surefoot_havocked_from_here();
    return library_zero_or_failure();
}

int sem_getvalue(void *semaphore, int *value) {
    int found = __surefoot_havocked_int();
    __surefoot_assume(found >= 0);
    *value = found;
    return 0;
}

/* Signals of other processes and alternative stacks */
int siginterrupt(int number, int flag) { return library_zero_or_failure(); }

/* Patterns: whether one matches is not computed. */
int fnmatch(const char *pattern, const char *text, int flags) {
    __surefoot_read_string(pattern);
    __surefoot_read_string(text);
    int result = __surefoot_havocked_int();
    __surefoot_assume(result == 0 || result == 1);
    return result;
}

/* Lists */
void insque(struct library_link *each, struct library_link *after) {
    if (after == 0) {
        each->next = each->previous = 0;
        return;
    }
    struct library_link *next = after->next;
    after->next = each;
    if (next != 0)
        next->previous = each;
    each->next = next;
    each->previous = after;
}

void remque(struct library_link *each) {
    if (each->next != 0)
        each->next->previous = each->previous;
    if (each->previous != 0)
        each->previous->next = each->next;
}
