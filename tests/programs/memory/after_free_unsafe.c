// expect: unsafe line=7 violates=valid-deref property=valid-memsafety
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    *p = 2;
}
