// expect: safe property=valid-memsafety
#include <stdlib.h>
int main(void) {
    int *p = malloc(8);
    p[0] = 1;
    free(p);
    return 0;
}
