// expect: safe property=assertions,valid-memsafety
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
static _Alignas(16) char pool[64];

static char *aligned(char *p) {
    return (char *)(((uintptr_t)p + 15) & ~(uintptr_t)15);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 48)
        return 0;
    char *p = aligned(pool + n);
    *p = 1;
    assert((p - pool) % 16 == 0 && p >= pool + n && p < pool + n + 16);
    return 0;
}
