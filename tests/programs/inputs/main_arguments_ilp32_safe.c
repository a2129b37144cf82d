// expect: safe flags="--data-model ILP32"
#include <assert.h>
int main(int argc, char **argv) {
    if (argc > 2)
        assert(argv[1] != 0 && argv[2] != 0);
    assert(argc > 1 || argc < 1 || argv[1] == 0);
    return 0;
}
