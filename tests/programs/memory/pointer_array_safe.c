// expect: safe property=valid-memsafety
#include <stdlib.h>
static char *table[80];
int main(int argc, char **argv) {
    if (argc < 0 || argc > 70)
        return 0;
    char *p = malloc(4);
    free(p);
    return 0;
}
