// expect: unsafe line=8
// 2026-11-18: said safe, because strcmp returned the difference of two characters, of which C specifies the sign only
#include <assert.h>
#include <string.h>
int main(void) {
    char left[] = "ab", right[] = "ad";
    int order = strcmp(left, right);
    assert(order == -2);
    return 0;
}
