// expect: safe
// 2026-11-16: said unsafe, because output functions were said to return just anything
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
