// expect: safe
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
    FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
    if (!in)
        assert(argc > 1);
    return 0;
}
