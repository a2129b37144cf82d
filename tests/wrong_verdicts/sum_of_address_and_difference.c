// expect: safe
// 2026-11-18: the replay of an alleged violation ended differently, because &b - (&b - &a) was taken for an address in b
#include <assert.h>
#include <stdint.h>
static int a = 1, b = 2;
int main(void) {
    uintptr_t distance = (uintptr_t)&b - (uintptr_t)&a;
    int *p = (int *)((uintptr_t)&b - distance);
    *p = 3;
    assert(a == 3 && b == 2);
    return 0;
}
