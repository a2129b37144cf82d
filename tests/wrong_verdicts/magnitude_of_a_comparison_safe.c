// expect: safe
// 2026-11-18: the twin of magnitude_of_a_comparison.c: the sign is known, and 0 is exact
#include <assert.h>
#include <string.h>
int main(void) {
    char left[] = "ab", right[] = "ad";
    int order = strcmp(left, right), reverse = memcmp(right, left, 3), same = strncmp(left, right, 1);
    assert(order < 0 && reverse > 0 && same == 0);
    return 0;
}
