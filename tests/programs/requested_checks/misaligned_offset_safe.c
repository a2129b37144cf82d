// expect: safe property=alignment
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned at = __VERIFIER_nondet_uint();
    char *bytes = malloc(16);
    if (at <= 8 && at % 4 == 0)
        *(int *)(bytes + at) = 1;
    free(bytes);
    return 0;
}
