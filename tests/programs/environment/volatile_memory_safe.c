// expect: safe property=assertions
#include <assert.h>
static volatile int shared;
int main(void) {
    volatile int own = 1;
    int kept = 2;
    shared = 3;
    assert(kept == 2);
    assert(shared == 3 && own == 1);
    return 0;
}
