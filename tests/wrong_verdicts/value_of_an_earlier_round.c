// expect: unknown why=approximation property=default
// 2026-11-18: reported safe: the variable kept its value from one round to the next, where its block is entered past its declaration
#include <assert.h>
int main(int argc, char **argv) {
    (void)argv;
    for (int i = 0; i < 2; i++) {
        switch (i) {
            int v;
        case 0:
            v = argc;
            break;
        case 1:
            assert(v == argc);
        }
    }
    return 0;
}
