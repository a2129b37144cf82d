// expect: unsafe line=5 violates=valid-memtrack property=valid-memsafety
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    return 0;
}
