// expect: safe property=valid-memsafety
// 2026-11-17: reported unsafe, because the size that calloc allocates was taken modulo 2^32, where calloc has to return null
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    int *numbers = calloc(count, sizeof *numbers);
    if (numbers && count > 1) numbers[1] = 1;
    free(numbers);
    return 0;
}
