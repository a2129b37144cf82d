// expect: unsafe line=6 violates=valid-memtrack property=valid-memsafety
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    p = realloc(p, 8);
    return 0;
}
