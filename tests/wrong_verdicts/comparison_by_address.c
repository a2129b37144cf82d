// expect: unsafe line=13
// 2026-11-18: reported safe, because ties were decided by the addresses of neighbours only
#include <assert.h>
#include <stdlib.h>
struct pair { char key, value; };
static int compare(const void *left, const void *right) {
    const struct pair *a = left, *b = right;
    return a->key != b->key ? a->key - b->key : (a > b) - (a < b);
}
int main(void) {
    struct pair pairs[] = {{1, 'a'}, {1, 'b'}};
    qsort(pairs, 2, sizeof pairs[0], compare);
    assert(pairs[0].value == 'a');
    return 0;
}
