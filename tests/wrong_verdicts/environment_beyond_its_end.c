// expect: unsafe line=7 property=valid-memsafety
// 2026-11-18: reported safe: the value of an environment variable was treated as 128 KiB of memory, independent of its string
#include <stdlib.h>
int main(void) {
    char *home = getenv("HOME");
    if (home == NULL) return 0;
    return home[100];
}
