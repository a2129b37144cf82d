// expect: unknown why=bound-reached flags="--engine bmc{max-bound=20}"
// 2026-11-16: the twin of argument_is_no_string.c: more arguments than are tried within the bound
#include <assert.h>
int main(int argc, char **argv) {
    int options = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-')
            options++;
    assert(options < 100);
    return options;
}
