// expect: safe property=valid-memsafety
#include <string.h>
int main(void) {
    char a[4] = {0}, b[8] = {0};
    memcpy(a, b, 4);
    return 0;
}
