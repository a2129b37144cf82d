// expect: unsafe line=5 violates=valid-deref property=valid-memsafety
#include <stdlib.h>
int main(void) {
    char *p = malloc(7);
    *(int *)(p + 4) = 1;
    free(p);
    return 0;
}
