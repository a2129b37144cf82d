// expect: safe property=valid-memsafety
#include <stdlib.h>
int main(void) {
    int *p = malloc(8);
    free(p + 0);
    return 0;
}
