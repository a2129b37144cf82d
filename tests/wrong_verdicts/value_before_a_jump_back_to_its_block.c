// expect: unknown why=approximation property=default
// 2026-11-18: reported safe: the jump leaves the block and enters it again without an instruction in between, past the declaration
#include <assert.h>
int main(int argc, char **argv) {
    int n = 0;
    (void)argv;
again: {
    if (n > 0)
        goto inside;
    int x = argc;
    if (n++ == 0)
        goto again;
inside:
    assert(x == argc);
}
    return 0;
}
