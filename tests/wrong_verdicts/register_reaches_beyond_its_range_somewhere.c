// expect: unsafe line=7 property=valid-memsafety flags="--mmio 0x40000000-0x40000fff"
// 2026-11-16: reported safe, because an access was attributed to a device register by its first byte only
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    uintptr_t address = 0x40000f00 + __VERIFIER_nondet_uchar() % 254u;
    *(volatile uint32_t *)address = 1;
    return 0;
}
