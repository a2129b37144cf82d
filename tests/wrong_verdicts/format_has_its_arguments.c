// expect: safe property=default
// 2026-11-18: the twin of a program for which safe was wrong: every conversion has its argument
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
    (void)argv;
    assert(argc >= 0);
    fprintf(stderr, "%d of %ld, %*d%%%.*f %m\n\0%d %d", argc, 7L, 3, 4, 5, 6.0);
    return 0;
}
