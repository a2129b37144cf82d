// expect: unsafe line=8 violates=valid-memtrack property=valid-memsafety
#include <stdlib.h>
int main(void) {
    char *p = malloc(4), *q = malloc(4);
    p = realloc(p, 8);
    q = realloc(q, 16);
    free(p);
    return 0;
}
