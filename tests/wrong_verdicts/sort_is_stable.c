// expect: unsafe line=10
// 2026-11-16: reported safe, because qsort kept the order of equal elements, which C does not promise
#include <assert.h>
#include <stdlib.h>
struct pair { char key, value; };
static int by_key(const void *a, const void *b) { return ((const struct pair *)a)->key - ((const struct pair *)b)->key; }
int main(void) {
    struct pair pairs[] = {{1, 'a'}, {1, 'b'}};
    qsort(pairs, 2, sizeof pairs[0], by_key);
    assert(pairs[0].value == 'a');
    return 0;
}
