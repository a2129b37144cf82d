// expect: unsafe line=10 violates=valid-memtrack property=valid-memsafety
#include <stdlib.h>
static char *table[80];
int main(int argc, char **argv) {
    if (argc < 0 || argc > 70)
        return 0;
    char *p = malloc(4);
    table[argc] = 0;
    return 0;
}
