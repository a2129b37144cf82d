// expect: unsafe line=5 property=valid-memsafety flags="--mmio 0x40000000-0x40000fff"
// 2026-11-16: reported safe, because an access was attributed to a device register by its first byte only
#include <stdint.h>
int main(void) {
    *(volatile uint32_t *)0x40000ffe = 1;
    return 0;
}
