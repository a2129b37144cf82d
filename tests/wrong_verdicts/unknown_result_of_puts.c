// expect: safe
// 2026-11-16: reported unsafe, because results of output functions were unconstrained
#include <assert.h>
#include <stdio.h>
int main(void) {
    assert(puts("text") >= -1);
    int c = putchar('c');
    assert(c == 'c' || c == EOF);
    int closed = fclose(stdout);
    assert(closed == 0 || closed == EOF);
    return 0;
}
