// The partial sums are 3, 4, 8 and 10: the assertion fails in the fourth iteration.
#include <assert.h>

int main(void) {
    const unsigned char data[4] = {3, 1, 4, 2};
    unsigned sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += data[i];
        assert(sum != 10);
    }
    return 0;
}
