// expect: safe
// 2026-11-16: reported unsafe, because the header calls sscanf by another name, which was treated as a function without a body
#include <assert.h>
#include <stdio.h>
int main(void) {
    int number = 0;
    assert(sscanf("17", "%d", &number) == 1 && number == 17);
    return 0;
}
