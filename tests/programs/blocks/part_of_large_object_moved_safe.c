// expect: safe
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned char bytes[100000];

int main(void) {
    unsigned k = __VERIFIER_nondet_uint();
    if (k >= 99999)
        return 0;
    bytes[k] = 7;
    memmove(bytes + 1, bytes, 99999);
    assert(bytes[k + 1] == 7);
    memset(bytes + 10, 3, 80000);
    assert(bytes[10] == 3 && bytes[80009] == 3);
    assert(k != 80009 || bytes[80010] == 7);
}
