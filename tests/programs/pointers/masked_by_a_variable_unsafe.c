// expect: unsafe line=10 property=assertions
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static _Alignas(64) char place[64];

int main(void) {
    uintptr_t mask = ~(uintptr_t)__VERIFIER_nondet_uchar();
    char *p = (char *)((uintptr_t)(place + 40) & mask);
    assert(p == place + 40);
    return 0;
}
