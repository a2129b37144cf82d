// expect: unsafe line=5 property=default
#include <stdio.h>
int main(void) {
    int a = 0, b = 0;
    if (sscanf("1 2", "%d %*d %d", &a) == 2) return b;
    return a;
}
