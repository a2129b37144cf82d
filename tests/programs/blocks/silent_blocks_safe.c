// expect: safe
// No instruction marks blocks that clang generates: those of `&&` with a constant, and those that leave variable-length arrays.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int count = 2, input = __VERIFIER_nondet_int(), sum = 0;
    switch (input & 3) {
    case 0: {
        int round = 0;
        do {
            input = input && 2;
        } while (++round < 2);
    }
    default:
        sum = 1;
    }
    for (int i = 0; i < 3; i++) {
        int values[count];
        values[0] = i && 2;
        if (i == 1)
            continue;
        int others[count];
        others[0] = values[0];
        sum += others[0];
    }
    assert(sum == 2);
    return 0;
}
