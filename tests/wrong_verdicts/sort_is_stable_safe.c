// expect: safe
// 2026-11-16: the twin of sort_is_stable.c: elements with different keys have one order
#include <assert.h>
#include <stdlib.h>
struct pair { char key, value; };
static int by_key(const void *a, const void *b) { return ((const struct pair *)a)->key - ((const struct pair *)b)->key; }
int main(void) {
    struct pair pairs[] = {{3, 'c'}, {1, 'a'}, {1, 'b'}};
    qsort(pairs, 3, sizeof pairs[0], by_key);
    assert(pairs[2].value == 'c' && pairs[0].value + pairs[1].value == 'a' + 'b');
    return 0;
}
