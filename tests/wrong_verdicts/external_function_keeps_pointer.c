// expect: unknown why=approximation
// 2026-11-16: reported safe, because a pointer was assumed to be dropped when the function without a body returns
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
