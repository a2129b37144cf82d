// expect: unsafe line=6 property=default
#include <stdlib.h>
int main(void) {
    const char *home = getenv("HOME");
    if (home == NULL) return 0;
    return home[1];
}
