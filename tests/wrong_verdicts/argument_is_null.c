// expect: safe
// 2026-11-16: reported unsafe, because the arguments of the program were unconstrained pointers instead of strings
#include <assert.h>
int main(int argc, char **argv) {
    if (argc > 2)
        assert(argv[1] != 0 && argv[2] != 0);
    assert(argc > 1 || argc < 1 || argv[1] == 0);
    return 0;
}
