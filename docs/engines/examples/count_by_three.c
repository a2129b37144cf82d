#include <assert.h>

int main(void) {
    unsigned i = 0;
    while (i < 5)
        i += 3;
    assert(i < 7);
    return 0;
}
