#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 0, y = 0;
    while (x < 1000000 && __VERIFIER_nondet_int()) {
        x++;
        y++;
    }
    while (x > 0) {
        x--;
        y--;
    }
    assert(y == 0);
    return 0;
}
