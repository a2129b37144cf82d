// expect: unsafe line=8 property=default flags="--mmio 0x40000000-0x4000000f"
// 2026-11-18: said that the replay ended differently, because a copy of registers took them for memory, or for nothing
#include <string.h>

int main(void) {
    unsigned first;
    const void *registers = (const void *)0x40000004;
    memcpy(&first, registers, sizeof first);
    return first == 0;
}
