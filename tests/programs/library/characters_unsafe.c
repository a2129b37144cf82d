// expect: unsafe line=10
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[3] = {(char)(__VERIFIER_nondet_uchar() & 127), 'b', 0};
    wchar_t wide[3];
    size_t count = mbstowcs(wide, text, 3);
    assert(count == (2));
    assert(wide[0] == text[0] && wide[count] == 0);
    return 0;
}
