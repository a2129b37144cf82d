// expect: safe
// 2026-11-16: reported unsafe, because scanf was assumed to return any number and to write whatever its result says
#include <assert.h>
#include <stdio.h>
int main(void) {
    int first = 1, second = 2;
    int count = scanf("%d %d", &first, &second);
    assert(count >= -1 && count <= 2);
    assert(count > 0 || first == 1);
    assert(count > 1 || second == 2);
    return 0;
}
