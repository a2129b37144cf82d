// expect: safe property=default
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
extern size_t __VERIFIER_nondet_size_t(void);
int main(void) {
    size_t size = __VERIFIER_nondet_size_t();
    errno = 0;
    char *block = malloc(size);
    if (block == NULL && (size <= PTRDIFF_MAX || errno != ENOMEM)) block[0] = 1;
    if (block != NULL && size > PTRDIFF_MAX) block[size] = 1;
    char *moved = realloc(block, (size_t)PTRDIFF_MAX + 1);
    if (moved != NULL) moved[0] = 1;
    free(block);
    return 0;
}
