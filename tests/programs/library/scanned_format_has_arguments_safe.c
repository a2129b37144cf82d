// expect: safe property=default
#include <stdio.h>
int main(void) {
    int a = 0, b = 0;
    if (sscanf("1 2", "%d %*d %d", &a, &b) == 2) return b;
    return a;
}
