// expect: unsafe line=8 violates=termination property=termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#include <stddef.h>
int main(void) {
    char s[4] = "  x"; int i = 0;
    while (s[i] == ' ') ;
    return i;
}
