// expect: unsafe line=10
// 2026-11-16: reported safe, because realloc was assumed to move its object always
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *block = malloc(8);
    uintptr_t old = (uintptr_t)block;
    if ((uintptr_t)realloc(block, 4) == old) reach_error();
    return 0;
}
