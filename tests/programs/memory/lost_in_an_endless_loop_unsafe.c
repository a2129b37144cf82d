// expect: unsafe line=6 violates=valid-memtrack property=valid-memsafety
#include <stdlib.h>
int main(void) {
    char *p;
    for (;;) {
        p = malloc(4);
    }
}
