// expect: unknown why=approximation property=default
// 2026-11-18: reported safe: the array kept its contents from one round to the next, where the switch jumps past its declaration
#include <assert.h>
int main(int argc, char **argv) {
    (void)argv;
    for (int i = 0; i < 2; i++) {
        switch (i) {
        case 0:;
            int v[2];
            v[1] = argc;
            break;
        case 1:
            assert(v[1] == argc);
        }
    }
    return 0;
}
