// expect: unsafe line=5 violates=valid-deref property=valid-memsafety
#include <string.h>
int main(void) {
    char a[4];
    strcpy(a, "abcd");
    return 0;
}
