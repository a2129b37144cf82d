// expect: safe property=default
// The number of bytes and the size of the object are unknown; the array that is copied from bounds both.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char digits[3] = "ab";
    unsigned count = __VERIFIER_nondet_uchar() % 4u;
    char *text = malloc(count + 1u);
    memcpy(text, digits, count);
    text[count] = 'z';
    assert(count < 1 || text[0] == 'a');
    assert(text[count] == 'z');
    free(text);
    return 0;
}
