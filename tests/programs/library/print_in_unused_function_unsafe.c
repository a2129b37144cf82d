// expect: unsafe line=16 property=default
// The unused function needs models that no run needs, so they are not there.
#include <assert.h>
#include <stdio.h>
#include <string.h>

void unused(const char *text) { printf("%s\n", text); }

int main(void) {
    char first[4] = "ab";
    char second[4] = "abc";
    if (strlen(first) != 2)
        return 1;
    if (strlen(second) != 3)
        return 2;
    assert(strcmp(first, second) == 0);
    return 0;
}
