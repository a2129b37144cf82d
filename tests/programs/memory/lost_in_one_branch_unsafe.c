// expect: unsafe line=9 violates=valid-memtrack property=valid-memsafety
#include <stdlib.h>
static int *p;
int main(int argc, char **argv) {
    if (argc > 2)
        p = malloc(4);
    if (argc > 3)
        p = 0;
    return 0;
}
