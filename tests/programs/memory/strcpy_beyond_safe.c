// expect: safe property=valid-memsafety
#include <string.h>
int main(void) {
    char a[4];
    strcpy(a, "abc");
    return 0;
}
