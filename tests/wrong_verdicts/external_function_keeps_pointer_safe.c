// expect: safe
// 2026-11-16: the twin of external_function_keeps_pointer.c: no other function comes after the one that has the pointer
#include <assert.h>
extern void watch(int *place);
extern void tick(void);
static void once(void) {
    int x;
    watch(&x);
    x = 0;
    assert(x == 0);
}
int main(void) {
    tick();
    once();
    tick();
    return 0;
}
