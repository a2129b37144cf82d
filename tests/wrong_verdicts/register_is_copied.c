// expect: unsafe line=8 property=default flags="--mmio 0x40000000-0x4000000f"
// 2026-11-18: reported that the replay ended differently, because a copy of device registers treated them as memory, or omitted them
#include <string.h>

int main(void) {
    unsigned first;
    const void *registers = (const void *)0x40000004;
    memcpy(&first, registers, sizeof first);
    return first == 0;
}
