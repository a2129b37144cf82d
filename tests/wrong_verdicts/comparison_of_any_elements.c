// expect: unsafe line=6 property=default
// 2026-11-18: reported safe, because qsort compared neighbours only, although it may compare any two elements
#include <stdlib.h>
#include <limits.h>
static int difference(const void *left, const void *right) {
    return *(const int *)left - *(const int *)right;
}
int main(void) {
    int numbers[3] = {INT_MIN / 2 - 1, 0, INT_MAX / 2 + 1};
    qsort(numbers, 3, sizeof numbers[0], difference);
    return 0;
}
