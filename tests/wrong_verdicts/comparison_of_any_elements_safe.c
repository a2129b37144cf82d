// expect: safe property=default
// 2026-11-18: the twin of comparison_of_any_elements.c: no two elements are too far apart
#include <stdlib.h>
#include <limits.h>
static int difference(const void *left, const void *right) {
    return *(const int *)left - *(const int *)right;
}
int main(void) {
    int numbers[3] = {INT_MIN / 2, 0, INT_MAX / 2};
    qsort(numbers, 3, sizeof numbers[0], difference);
    return 0;
}
