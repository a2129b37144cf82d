// expect: safe property=valid-memsafety
#include <stdlib.h>
static char *kept;
int main(void) {
    char *p = malloc(4);
    kept = p;
    int x = 0;
    for (;;) x ^= 1;
}
