// expect: unsafe line=6 violates=valid-free property=valid-memsafety
#include <stdlib.h>
int main(void) {
    int x, *p = malloc(4);
    free(p);
    free(&x);
    return 0;
}
