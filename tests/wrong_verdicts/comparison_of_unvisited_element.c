// expect: unsafe line=6 property=default
// 2026-11-18: reported safe, because bsearch began in the middle, although it may compare the key with any element
#include <limits.h>
#include <stdlib.h>
static int difference(const void *left, const void *right) {
    return *(const int *)left - *(const int *)right;
}
int main(void) {
    int key = 1, numbers[3] = {INT_MIN, 1, 2};
    bsearch(&key, numbers, 3, sizeof key, difference);
    return 0;
}
