// expect: safe property=valid-memsafety,assertions flags="--engine kind"
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);

static int second(int count, ...) {
    va_list list;
    va_start(list, count);
    (void)va_arg(list, int);
    int found = va_arg(list, int);
    va_end(list);
    return found;
}

int main(void) {
    int last = 0;
    while (__VERIFIER_nondet_int()) {
        int x = __VERIFIER_nondet_int();
        last = second(2, 1, x) - x;
    }
    assert(last == 0);
    return 0;
}
