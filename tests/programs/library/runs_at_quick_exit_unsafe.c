// expect: unsafe line=6
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int at;
static void second(void) { assert(at == 0); }
static void first(void) { at = 1; }
static void never(void) { assert(0); }

int main(void) {
    at_quick_exit(second);
    at_quick_exit(first);
    if (__VERIFIER_nondet_int()) {
        atexit(never);
        quick_exit(3);
    }
    return 0;
}
