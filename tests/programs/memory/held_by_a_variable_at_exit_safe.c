// expect: safe property=valid-memsafety
#include <stdlib.h>
static void end(int *p) {
    exit(0);
}
int main(void) {
    int *p = malloc(4);
    int *q = p;
    p = 0;
    q = q;
    end(0);
    return 0;
}
