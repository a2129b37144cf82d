// expect: unknown why=not-supported flags="--function sum"
#include <stdarg.h>

int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int first = va_arg(list, int);
    va_end(list);
    return first;
}
