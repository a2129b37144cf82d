// expect: unsafe line=5 violates=valid-deref property=valid-memsafety
#include <string.h>
int main(void) {
    char a[4] = {0}, b[8] = {0};
    memcpy(a, b, 5);
    return 0;
}
