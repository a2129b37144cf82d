// expect: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int at;
static void second(void) { assert(at == 1); }
static void first(void) { at = 1; }

int main(void) {
    atexit(second);
    atexit(first);
    if (__VERIFIER_nondet_int())
        exit(3);
    return 0;
}
