// expect: unsafe line=32 property=assertions
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);

static int largest_of(int count, va_list list) {
    int best = va_arg(list, int);
    while (--count > 0) {
        int next = va_arg(list, int);
        if (next > best)
            best = next;
    }
    return best;
}

static int largest(int count, ...) {
    va_list list, again;
    va_start(list, count);
    va_copy(again, list);
    int best = largest_of(count, list);
    assert(largest_of(count, again) == best);
    va_end(again);
    va_end(list);
    return best;
}

int main(void) {
    int (*chosen)(int, ...) = largest;
    int x = __VERIFIER_nondet_int();
    int best = chosen(3, x, 5, -2);
    assert(best >= 5 && best >= x);
    assert(best == 5);
    return 0;
}
