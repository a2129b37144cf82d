// expect: unsafe line=6 violates=valid-free property=valid-memsafety
#include <stdlib.h>
static int x;
int main(void) {
    int *p = &x;
    free(p);
    return 0;
}
