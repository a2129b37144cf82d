// expect: unsafe line=14
// 2026-11-16: reported safe, because the address of a local of a function that returned was assumed to be never used again
#include <stdint.h>
extern void reach_error(void);

static uintptr_t place(void) {
    int local;
    return (uintptr_t)&local;
}

int main(void) {
    uintptr_t first = place();
    uintptr_t second = place();
    if (first == second) reach_error();
    return 0;
}
