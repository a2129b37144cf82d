// expect: unsafe line=13 property=default
// Literals of the function's own block live until it returns.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct point { int x, y; };
const struct point *kept;

int main(void) {
    int *numbers = (int[]){1, 2, 3};
    if (__VERIFIER_nondet_int())
        numbers[2] = 4;
    kept = &(struct point){.y = 4};
    assert(numbers[2] == 3 && kept->x == 0);
    return 0;
}
