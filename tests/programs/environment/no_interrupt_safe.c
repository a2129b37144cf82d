// expect: safe property=assertions
#include <assert.h>
static volatile unsigned ticks;
void on_tick(void) {
    ticks++;
}

int main(void) {
    unsigned first = ticks;
    unsigned second = ticks;
    assert(first == second);
    return 0;
}
