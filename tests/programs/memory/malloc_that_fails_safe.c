// expect: safe property=valid-memsafety flags="--malloc-may-fail"
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    if (!p)
        return 0;
    *p = 1;
    int *q = realloc(p, 8);
    if (q)
        q[1] = *q;
    free(q ? q : p);
    return 0;
}
