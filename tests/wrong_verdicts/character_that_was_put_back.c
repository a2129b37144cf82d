// expect: unknown why=approximation
// 2026-11-18: said unsafe, because the character after ungetc was any, and nothing said that this is made up
#include <assert.h>
#include <stdio.h>

int main(void) {
    int first = getchar();
    if (first == EOF || ungetc(first, stdin) == EOF)
        return 0;
    assert(getchar() == first);
    return 0;
}
