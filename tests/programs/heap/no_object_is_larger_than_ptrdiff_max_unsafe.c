// expect: unsafe line=9 property=default
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count == 0) return 0;
    int *numbers = malloc((size_t)count * sizeof *numbers);
    numbers[0] = 1;
    free(numbers);
    return 0;
}
