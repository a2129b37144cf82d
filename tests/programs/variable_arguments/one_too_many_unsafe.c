// expect: unsafe line=9 property=valid-memsafety
#include <stdarg.h>

static int sum(int count, ...) {
    va_list list;
    int total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

int main(void) {
    return sum(2, 1, 2) + sum(3, 1, 2);
}
