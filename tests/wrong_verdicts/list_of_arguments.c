// expect: unknown why=not-supported property=valid-memsafety flags="--data-model ILP32 --function next"
// 2026-11-18: reported unsafe, because a list of variable arguments was treated as an array of characters
#include <stdarg.h>
int next(va_list arguments) {
    return va_arg(arguments, int);
}
