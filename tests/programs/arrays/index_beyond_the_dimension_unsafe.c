// expect: unsafe line=9 property=array-index
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct { int first[4]; int rest[4]; } s;
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    int *end = &s.first[4];
    if (i <= 4)
        s.first[i] = 1;
    return end == s.rest;
}
