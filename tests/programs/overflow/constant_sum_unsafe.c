// expect: unsafe line=4 property=no-overflow
#include <limits.h>
int main(void) {
    return INT_MAX + 1 > 0;
}
