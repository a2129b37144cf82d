// expect: unsafe line=11 flags="--engine ic3 --calls wait"
#include <assert.h>
#include <stdlib.h>
static void add(int *cell, int n) { for (int i = 0; i < n; i++) *cell += 1; }
int main(void) {
    int *cell = malloc(sizeof *cell);
    if (!cell) return 0;
    *cell = 0;
    add(cell, 2);
    add(cell, 3);
    assert(*cell == 6);
    free(cell);
    return 0;
}
