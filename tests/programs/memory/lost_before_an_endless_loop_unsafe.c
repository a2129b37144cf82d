// expect: unsafe line=8 violates=valid-memtrack property=valid-memsafety
#include <stdlib.h>
static char *kept;
int main(void) {
    char *p = malloc(4);
    p = 0;
    int x = 0;
    for (;;) x ^= 1;
}
