// expect: unsafe line=7 violates=valid-memtrack property=valid-memsafety
#include <stdlib.h>
static char *kept;
int main(void) {
    char *p = malloc(4);
    kept = p + 4;
    return 0;
}
