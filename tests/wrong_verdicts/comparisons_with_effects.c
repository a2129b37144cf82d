// expect: unsafe line=14
// 2026-11-18: reported safe, because qsort made a certain number of comparisons, which C leaves open
#include <assert.h>
#include <stdlib.h>
static int count;
static int compare(const void *left, const void *right) {
    const char *a = left, *b = right;
    count++;
    return *a - *b;
}
int main(void) {
    char text[] = {'b', 'a'};
    qsort(text, sizeof text, 1, compare);
    assert(count == 1);
    return 0;
}
