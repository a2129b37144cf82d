// expect: unsafe line=15
// 2026-11-18: reported safe, because qsort always compared the same two elements last
#include <assert.h>
#include <stdlib.h>
static char last;
static int compare(const void *left, const void *right) {
    const char *a = left, *b = right;
    last = *a;
    return *a - *b;
}
int main(void) {
    char text[] = {'a', 'b', 'c'};
    qsort(text, sizeof text, 1, compare);

    assert(last == 'b');
    return 0;
}
