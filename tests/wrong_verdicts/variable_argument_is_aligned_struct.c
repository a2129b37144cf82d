// expect: safe
// 2026-11-16: reported unsafe, because a struct with an alignment of its own was laid out without it
#include <assert.h>
#include <stdarg.h>
struct block {
    _Alignas(32) long first;
    long second;
};
static long sum(int count, ...) {
    va_list list;
    va_start(list, count);
    long total = va_arg(list, int);
    total += va_arg(list, struct block).second;
    total += va_arg(list, int);
    va_end(list);
    return total;
}

int main(void) {
    struct block block = {1, 20};
    assert(sum(3, 1, block, 300) == 321);
    return 0;
}
