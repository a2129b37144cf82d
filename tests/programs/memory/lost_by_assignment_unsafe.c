// expect: unsafe line=7 violates=valid-memtrack property=valid-memsafety
#include <stdlib.h>
static int *p;
int main(void) {
    p = malloc(4);
    p = malloc(8);
    return 0;
}
