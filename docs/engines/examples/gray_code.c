// Neighbouring values of a Gray code differ in one bit.
#include <assert.h>

int main(void) {
    unsigned char n = 0, code = 0;
    while (1) {
        n++;
        unsigned char next = n ^ (n >> 1), change = next ^ code;
        assert(change != 0 && (change & (change - 1)) == 0);
        code = next;
    }
}
