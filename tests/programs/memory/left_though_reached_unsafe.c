// expect: unsafe line=6 violates=valid-memcleanup property=valid-memcleanup
#include <stdlib.h>
static int *p;
int main(void) {
    p = malloc(4);
    return 0;
}
