// expect: safe property=default
// 2026-11-18: the twin of a program for which safe was wrong: the variable is declared outside of the loop
#include <assert.h>
int main(int argc, char **argv) {
    int v[2];
    (void)argv;
    for (int i = 0; i < 2; i++) {
        switch (i) {
        case 0:
            v[1] = argc;
            break;
        case 1:
            assert(v[1] == argc);
        }
    }
    return 0;
}
