// expect: safe property=valid-memcleanup
#include <stdlib.h>
static int *p;
int main(void) {
    p = malloc(4);
    free(p);
    return 0;
}
