// The bug needs the four letters of "quit".
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int state = 0;
    for (int i = 0; i < 1000; i++) {
        char c = __VERIFIER_nondet_char();
        if (state == 0 && c == 'q')
            state = 1;
        else if (state == 1 && c == 'u')
            state = 2;
        else if (state == 2 && c == 'i')
            state = 3;
        else if (state == 3 && c == 't')
            assert(0);
    }
    return 0;
}
