// expect: unsafe line=12 property=default
// 2026-11-18: reported safe, because an address that is only compared as a number was not treated as escaping its block
#include <stdint.h>

int main(void) {
    uintptr_t told = 0;
    {
        int inner = 3;
        for (int i = 0; i < 64; i++)
            told |= (uintptr_t)((uintptr_t)&inner >> i & 1 ? 1 : 0) << i;
    }
    return *(int *)told;
}
