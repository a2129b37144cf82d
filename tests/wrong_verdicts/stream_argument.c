// expect: safe property=default flags="--function log_value"
// 2026-11-18: reported unsafe, because a stream was treated as one byte with pointers in it
#include <stdio.h>
int log_value(FILE *to, int divisor) {
    if (!to || divisor == 0)
        return -1;
    return fprintf(to, "%d", 100 / divisor);
}
