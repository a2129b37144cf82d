// expect: safe property=valid-memsafety flags="--mmio 0x40000000-0x40000fff"
// 2026-11-16: the twin of register_reaches_beyond_its_range_somewhere.c
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    uintptr_t address = 0x40000f00 + __VERIFIER_nondet_uchar() % 253u;
    *(volatile uint32_t *)address = 1;
    return 0;
}
