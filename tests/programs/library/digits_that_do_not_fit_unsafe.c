// expect: unsafe line=7 property=valid-memsafety flags="--engine bmc"
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[5];
    sprintf(text, "%d%%!", __VERIFIER_nondet_uchar());
    return 0;
}
