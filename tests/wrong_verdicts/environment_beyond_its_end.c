// expect: unsafe line=7 property=valid-memsafety
// 2026-11-18: said safe: the value of an environment variable was taken for 128 KiB of memory, however short the string in it is
#include <stdlib.h>
int main(void) {
    char *home = getenv("HOME");
    if (home == NULL) return 0;
    return home[100];
}
