// expect: unsafe line=5 violates=valid-memtrack property=valid-memsafety
#include <stdlib.h>
static void end(int *p) {
    p = 0;
    abort();
}
int main(void) {
    end(malloc(4));
}
