// expect: safe flags="--engine ic3 --calls wait"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int locked;
static void acquire(void) {
    while (locked) { if (__VERIFIER_nondet_int()) locked = 0; }
    locked = 1;
}
static void release(void) { assert(locked); locked = 0; }
int main(void) {
    while (__VERIFIER_nondet_int()) {
        acquire();
        if (__VERIFIER_nondet_int()) { release(); acquire(); }
        release();
    }
    return 0;
}
