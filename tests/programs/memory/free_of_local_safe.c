// expect: safe property=valid-memsafety
#include <stdlib.h>
int main(void) {
    int x, *p = malloc(4);
    free(p);
    free(0);
    return 0;
}
