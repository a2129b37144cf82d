// y is x + 3 all along; the equation is found by refinement.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 0, y = 3;
    while (x < 1000 && __VERIFIER_nondet_int()) {
        x++;
        y++;
    }
    while (x > 0) {
        x--;
        y--;
    }
    assert(y == 3);
    return 0;
}
