// expect: unsafe line=10 property=default
// 2026-11-18: reported safe, although sorting by an inconsistent comparison is undefined (C11, 7.22.5 p4)
#include <stdlib.h>
static int compare(const void *left, const void *right) {
    const char *a = left, *b = right;
    return *a < *b;
}
int main(void) {
    char text[] = {'a', 'b', 'c'};
    qsort(text, sizeof text, 1, compare);
    return 0;
}
