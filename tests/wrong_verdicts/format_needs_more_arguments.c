// expect: unsafe line=6 property=default
// 2026-11-18: reported safe: only strings among the arguments that a format needs were checked
#include <stdio.h>
int main(int argc, char **argv) {
    (void)argv;
    fprintf(stderr, "%d of %ld\n", argc);
    return 0;
}
