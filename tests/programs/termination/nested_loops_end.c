// expect: safe property=termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int i = __VERIFIER_nondet_int(), j, n = __VERIFIER_nondet_int();
    while (i > 0) {
        j = n;
        while (j > 0) j--;
        i--;
    }
}
