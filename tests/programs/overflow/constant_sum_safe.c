// expect: safe property=no-overflow
#include <limits.h>
int main(void) {
    if (0)
        return INT_MAX + 1;
    return sizeof(INT_MAX + 1) + (INT_MAX - 1) + 1 > 0;
}
