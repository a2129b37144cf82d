// expect: safe property=valid-memsafety
#include <stdlib.h>
int main(void) {
    char *p;
    for (;;) {
        p = malloc(4);
        free(p);
    }
}
