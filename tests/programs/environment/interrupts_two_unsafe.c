// expect: unsafe line=16 property=assertions flags="--interrupt first --interrupt second"
#include <assert.h>
static volatile int order, last;
void first(void) {
    order = order * 10 + 1;
    last = 1;
}
void second(void) {
    order = order * 10 + 2;
    last = 2;
}

int main(void) {
    while (order < 10)
        ;
    assert(last != 2);
    return 0;
}
