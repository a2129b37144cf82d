/* A driver that registers callbacks, and an environment that calls them in any order. */
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);

static int lock_depth;
static int state; /* 0: absent, 1: probed, 2: open */

static void lock(void) {
    if (lock_depth != 0)
        reach_error();
    lock_depth = 1;
}

static void unlock(void) {
    if (lock_depth != 1)
        reach_error();
    lock_depth = 0;
}

struct device {
    int users;
    struct device *next;
};

static int probe(struct device *device) {
    lock();
    device->users = 0;
    int failed = device->next == 0;
    unlock();
    return failed ? -19 : 0;
}

static int open_device(struct device *device) {
    lock();
    if (device->users > 3) {
        unlock();
        return -16;
    }
    device->users++;
    unlock();
    return 0;
}

struct operations {
    int (*probe)(struct device *);
    int (*open)(struct device *);
};

static const struct operations operations = {probe, open_device};

int main(void) {
    struct device *device = __VERIFIER_nondet_pointer();
    while (__VERIFIER_nondet_int()) {
        if (state == 0 && operations.probe(device) == 0)
            state = 1;
        if (state == 1 && operations.open(device) == 0)
            state = 2;
    }
    if (lock_depth != 0)
        reach_error();
}
