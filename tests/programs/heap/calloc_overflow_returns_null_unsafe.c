// expect: unsafe line=8 property=default
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    volatile size_t count = SIZE_MAX / 2;
    char *block = malloc(100);
    int *none = calloc(count, 4);
    if (none == NULL && ((uintptr_t)block & 1) == 0) block[100] = 1;
    free(block);
    return 0;
}
