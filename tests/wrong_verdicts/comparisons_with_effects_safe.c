// expect: safe
// 2026-11-18: the twin of comparisons_with_effects.c: neighbours in the result have been compared
#include <assert.h>
#include <stdlib.h>
static int count;
static int compare(const void *left, const void *right) {
    const char *a = left, *b = right;
    count++;
    return *a - *b;
}
int main(void) {
    char text[] = {'c', 'b', 'a'};
    qsort(text, sizeof text, 1, compare);
    assert(count >= 2 && text[0] == 'a' && text[1] == 'b' && text[2] == 'c');
    return 0;
}
