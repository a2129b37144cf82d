// expect: safe property=valid-memsafety
#include <stdlib.h>
static void end(int *p) {
    abort();
}
int main(void) {
    end(malloc(4));
}
