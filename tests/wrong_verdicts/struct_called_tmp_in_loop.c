// expect: unknown why=approximation property=default
// 2026-11-18: reported safe: a struct that no run declares has the name that clang gives its own temporary objects
#include <assert.h>
struct pair { int x, y; };
int main(int argc, char **argv) {
    (void)argv;
    for (int i = 0; i < 2; i++) {
        switch (i) {
            struct pair tmp;
        case 0:
            tmp.x = argc;
            break;
        case 1:
            assert(tmp.x == argc);
        }
    }
    return 0;
}
