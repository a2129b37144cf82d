// expect: unsafe line=16 property=default flags="--mmio 0x40000000-0x4000000f"
// 2026-11-18: reported safe, because a register kept what was written to it by a pointer that is not one to volatile
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static unsigned first(volatile unsigned *registers) {
    return registers[0];
}

int main(void) {
    first((volatile unsigned *)0x40000000);
    unsigned long place = __VERIFIER_nondet_ulong();
    if (place == 0x40000008) {
        unsigned *plain = (unsigned *)place;
        *plain = 5;
        assert(*plain == 5);
    }
    return 0;
}
