// expect: safe property=valid-memsafety
#include <stdlib.h>
static int *p;
int main(void) {
    p = malloc(4);
    free(p);
    p = malloc(8);
    return 0;
}
