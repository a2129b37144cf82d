// expect: unsafe line=12
#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char bytes[100000];

int main(void) {
    unsigned char last = __VERIFIER_nondet_uchar();
    bytes[99998] = last;
    memmove(bytes + 1, bytes, 99999);
    assert(bytes[99999] == last);
    assert(bytes[99998] == last);
}
