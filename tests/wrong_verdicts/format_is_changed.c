// expect: unsafe line=7 property=default
// 2026-11-18: reported safe: the initial value of an array that is no constant was treated as the format
#include <stdio.h>
static char format[] = "%d";
int main(void) {
    format[1] = 's';
    printf(format, 0);
    return 0;
}
