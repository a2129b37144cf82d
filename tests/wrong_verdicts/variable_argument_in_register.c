// expect: unknown why=not-supported
// 2026-11-16: reported unsafe, because a small struct with an alignment of its own was read at another place than it was put
#include <assert.h>
#include <stdarg.h>
struct small {
    _Alignas(16) int value;
};
static int second(int count, ...) {
    va_list list;
    va_start(list, count);
    (void)va_arg(list, int);
    struct small found = va_arg(list, struct small);
    va_end(list);
    return found.value;
}

int main(void) {
    struct small given = {7};
    assert(second(2, 1, given) == 7);
    return 0;
}
