// expect: safe
// 2026-11-16: reported unsafe, because the text that snprintf makes was treated as unknown
#include <assert.h>
#include <stdio.h>
int main(void) {
    char text[8] = "";
    snprintf(text, sizeof text, "%d", 42);
    assert(text[0] == 0 || text[0] == '4');
    return 0;
}
