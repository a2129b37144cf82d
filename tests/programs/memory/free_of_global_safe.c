// expect: safe property=valid-memsafety
#include <stdlib.h>
static int x;
int main(void) {
    int *p = malloc(4);
    free(p);
    return 0;
}
