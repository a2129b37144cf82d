// expect: unknown why=approximation
// 2026-11-16: said safe, because a pointer was thought to be forgotten when the function without a body returns
#include <assert.h>
extern void watch(int *place);
extern void tick(void);
int main(void) {
    int x;
    watch(&x);
    x = 0;
    tick();
    assert(x == 0);
    return 0;
}
