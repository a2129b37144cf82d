// expect: unsafe line=16 flags="--engine kind"
// 2026-11-16: reported safe, because the local of each call was assumed to have an address of its own
#include <stdint.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static uintptr_t place(void) {
    int local;
    return (uintptr_t)&local;
}

int main(void) {
    uintptr_t last = 0;
    while (__VERIFIER_nondet_int()) {
        uintptr_t now = place();
        if (now == last) reach_error();
        last = now;
    }
    return 0;
}
