// expect: safe
// 2026-11-16: reported unsafe, because printf was assumed not to store a count for %n
#include <assert.h>
#include <stdio.h>
int main(void) {
    int count = 0;
    printf("four%n", &count);
    assert(count == 4);
    return 0;
}
