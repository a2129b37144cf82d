// expect: safe property=valid-memsafety
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    static int *kept;
    kept = p;
    *p = 2;
}
