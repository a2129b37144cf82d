// expect: unsafe line=7
// 2026-11-16: the twin of argument_is_null.c: the contents of an argument are unconstrained
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc == 2)
        assert(strcmp(argv[1], "-x") != 0);
    return 0;
}
