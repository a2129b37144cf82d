// expect: safe property=valid-memsafety
#include <stdlib.h>
int main(void) {
    char *p = malloc(8);
    *(int *)(p + 4) = 1;
    free(p);
    return 0;
}
