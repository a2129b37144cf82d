// expect: unsafe line=8
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
    FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
    if (!in)
        assert(argc < 2);
    return 0;
}
