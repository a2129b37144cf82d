// expect: safe property=default
#include <stdlib.h>
int main(void) {
    const char *home = getenv("HOME");
    if (home == NULL || home[0] == '\0') return 0;
    return home[1];
}
