// expect: unsafe line=12
// 2026-11-16: reported safe, because the address of a freed object was assumed to be never used again
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *first = malloc(sizeof *first);
    uintptr_t old = (uintptr_t)first;
    free(first);
    int *second = malloc(sizeof *second);
    if ((uintptr_t)second == old) reach_error();
    return 0;
}
