// expect: safe
// 2026-11-16: reported unsafe, because sprintf was assumed to write nothing where the size of its target was not known
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *text = calloc(8, 1);
    sprintf(text, "text");
    assert(text[0] == 't');
    return 0;
}
