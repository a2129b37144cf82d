// expect: unsafe line=10 property=default
// 2026-11-18: the twin of sum_of_address_and_difference.c: one byte too far
#include <stdint.h>
#include <stdlib.h>
static int a = 1;
int main(void) {
    int b[2] = {2, 3};
    uintptr_t distance = (uintptr_t)b - (uintptr_t)&a;
    int *p = (int *)((uintptr_t)b - distance + 1);
    return *p & 0;
}
