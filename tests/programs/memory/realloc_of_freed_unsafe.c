// expect: unsafe line=6 violates=valid-free property=valid-memsafety
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    free(p);
    p = realloc(p, 8);
    free(p);
    return 0;
}
