// expect: unsafe line=5 violates=valid-deref property=valid-memsafety
#include <stdlib.h>
int main(void) {
    int *p = malloc(8);
    p[-1] = 1;
    free(p);
    return 0;
}
