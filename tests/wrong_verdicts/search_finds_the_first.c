// expect: unsafe line=8
// 2026-11-16: reported safe, because bsearch always found the same one of several equal elements, which C leaves open
#include <assert.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
int main(void) {
    char key = 'b', text[] = {'a', 'b', 'b', 'c'};
    assert(bsearch(&key, text, sizeof text, 1, compare) == &text[2]);
    return 0;
}
