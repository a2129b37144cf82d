// expect: unsafe line=5 violates=valid-free property=valid-memsafety
#include <stdlib.h>
int main(void) {
    int *p;
    free(p);
    return 0;
}
