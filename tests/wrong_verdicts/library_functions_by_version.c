// expect: safe
// 2026-11-18: reported unsafe, because the version of the C library was not defined, so that headers omitted functions
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void) {
#if __GLIBC_PREREQ(2, 26)
    int *numbers = reallocarray(NULL, 4, sizeof *numbers);
    if (!numbers) return 1;
    numbers[3] = 1;
    assert(numbers[3] == 1);
    free(numbers);
#else
    assert(0);
#endif
    return 0;
}
