// expect: unsafe line=13 property=assertions flags="--interrupt first --interrupt second"
// 2026-11-16: reported safe, because between two accesses handlers ran in the order of the options only
#include <assert.h>
static int a, b;
void first(void) {
    b = a;
}
void second(void) {
    a = 1;
}

int main(void) {
    assert(b == 0);
    return 0;
}
