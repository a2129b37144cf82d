/* <signal.h>: sets and installed handlers are exact, the signal mask and pending signals are
   havocked. Handlers do not run: the verdict names that assumption. */
typedef __SIZE_TYPE__ size_t;
int __surefoot_unknown_int(void);
int __surefoot_havocked_int(void);
long long __surefoot_havocked_long_long(void);
void __surefoot_assume(int condition);
void __surefoot_forget(volatile void *p, unsigned long n);
void __surefoot_forget_error_number(int failed);
void __surefoot_set_error_number(int number);
void __surefoot_read_bytes(const volatile char *block, size_t size);
void __surefoot_havocked_from_here(void);

enum { LIBRARY_SET = 128, LIBRARY_SIGNALS = 64 };

static void library_fill_set(void *set, unsigned char byte) {
    unsigned char *bits = set;
    __surefoot_forget(set, LIBRARY_SET);
    bits[0] = bits[1] = bits[2] = bits[3] = byte;
    bits[4] = bits[5] = bits[6] = bits[7] = byte;
}

int sigemptyset(void *set) {
    library_fill_set(set, 0);
    return 0;
}

/* Signals 32 and 33 belong to the library. */
int sigfillset(void *set) {
    library_fill_set(set, 255);
    ((unsigned char *)set)[3] = 0x7f;
    ((unsigned char *)set)[4] = 0xfe;
    return 0;
}

static int library_is_signal(int number) {
    if (number >= 1 && number <= LIBRARY_SIGNALS && number != 32 && number != 33)
        return 1;
    __surefoot_set_error_number(22); /* EINVAL */
    return 0;
}

int sigaddset(void *set, int number) {
    if (!library_is_signal(number))
        return -1;
    ((unsigned char *)set)[(number - 1) / 8] |= 1 << (number - 1) % 8;
    return 0;
}

int sigdelset(void *set, int number) {
    if (!library_is_signal(number))
        return -1;
    ((unsigned char *)set)[(number - 1) / 8] &= ~(1 << (number - 1) % 8);
    return 0;
}

int sigismember(const void *set, int number) {
    if (number < 1 || number > LIBRARY_SIGNALS) {
        __surefoot_set_error_number(22); /* EINVAL */
        return -1;
    }
    return ((const unsigned char *)set)[(number - 1) / 8] >> (number - 1) % 8 & 1;
}

static void library_store_set(void *set) {
    __surefoot_forget(set, LIBRARY_SET);
    *(long long *)set = __surefoot_havocked_long_long();
}

static int library_mask(int how, const void *set, void *before) {
    if (set != 0)
        __surefoot_read_bytes(set, LIBRARY_SET);
    if (set != 0 && (how < 0 || how > 2))
        return 22; /* EINVAL */
    if (before != 0)
        library_store_set(before);
    return 0;
}

int sigprocmask(int how, const void *set, void *before) {
    int error = library_mask(how, set, before);
    if (error != 0)
        __surefoot_set_error_number(error);
    return error != 0 ? -1 : 0;
}

int pthread_sigmask(int how, const void *set, void *before) {
    return library_mask(how, set, before);
}

int sigpending(void *set) {
    library_store_set(set);
    return 0;
}

int sigwait(const void *set, int *number) {
    __surefoot_read_bytes(set, LIBRARY_SET);
    int error = __surefoot_unknown_int(), received = __surefoot_havocked_int();
    __surefoot_assume(error >= 0 && error < 4096 && received >= 1 && received <= LIBRARY_SIGNALS);
    if (error == 0)
        *number = received;
    return error;
}

/* It returns after a handler has run only. */
int sigsuspend(const void *set) {
    __surefoot_read_bytes(set, LIBRARY_SET);
    __surefoot_havocked_from_here();
    __surefoot_forget_error_number(1);
    return -1;
}

int pause(void) {
    __surefoot_havocked_from_here();
    __surefoot_forget_error_number(1);
    return -1;
}

enum { LIBRARY_KILL = 9, LIBRARY_STOP = 19, LIBRARY_SIGINFO = 4 };
enum { LIBRARY_ACTION = sizeof(void *) == 8 ? 152 : 140 };

typedef void (*library_handler)(int);

enum { LIBRARY_RESTARTS = 0x10000000, LIBRARY_HAS_RESTORER = 0x04000000 };

static library_handler library_handlers[LIBRARY_SIGNALS + 1];
static int library_action_flags[LIBRARY_SIGNALS + 1];
static unsigned long long library_masks[LIBRARY_SIGNALS + 1];
static unsigned char library_is_handler_known[LIBRARY_SIGNALS + 1];

/* A program may be started with signals ignored. */
static library_handler library_handler_of(int number) {
    if (!library_is_handler_known[number]) {
        library_is_handler_known[number] = 1;
        if (number != LIBRARY_KILL && number != LIBRARY_STOP && __surefoot_unknown_int() != 0)
            library_handlers[number] = (library_handler)1; /* SIG_IGN */
    }
    return library_handlers[number];
}

static int *library_flags_of(void *action) {
    return (int *)((char *)action + sizeof(void *) + LIBRARY_SET);
}

static unsigned long long *library_mask_of(void *action) {
    return (unsigned long long *)((char *)action + sizeof(void *));
}

library_handler signal(int number, library_handler handler) {
    if (!library_is_signal(number) || number == LIBRARY_KILL || number == LIBRARY_STOP || handler == (library_handler)-1) {
        __surefoot_set_error_number(22); /* EINVAL */
        return (library_handler)-1;
    }
    library_handler before = library_handler_of(number);
    library_handlers[number] = handler;
    library_action_flags[number] = LIBRARY_RESTARTS | LIBRARY_HAS_RESTORER;
    library_masks[number] = 1ull << (number - 1);
    return before;
}

int sigaction(int number, const void *action, void *before) {
    library_handler handler = 0;
    int flags = 0;
    unsigned long long mask = 0;
    if (action != 0) {
        __surefoot_read_bytes(action, sizeof(void *));
        handler = *(const library_handler *)action;
        flags = *library_flags_of((void *)action);
        mask = *library_mask_of((void *)action);
    }
    if (!library_is_signal(number) || (action != 0 && (number == LIBRARY_KILL || number == LIBRARY_STOP))) {
        __surefoot_set_error_number(22); /* EINVAL */
        return -1;
    }
    if (before != 0) {
        library_handler known = library_handler_of(number);
        __surefoot_forget(before, LIBRARY_ACTION);
        *(library_handler *)before = known;
        *library_mask_of(before) = library_masks[number];
        *library_flags_of(before) = library_action_flags[number];
    }
    if (action != 0) {
        library_is_handler_known[number] = 1;
        library_handlers[number] = handler;
        library_action_flags[number] = flags | LIBRARY_HAS_RESTORER;
        library_masks[number] = mask & ~(1ull << (LIBRARY_KILL - 1) | 1ull << (LIBRARY_STOP - 1));
    }
    return 0;
}
