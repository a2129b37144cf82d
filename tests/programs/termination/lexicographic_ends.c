// expect: safe property=termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned i = 0, j = 0, n = __VERIFIER_nondet_uint() % 1000, m = __VERIFIER_nondet_uint() % 1000;
    while (i < n) {
        if (j < m) j++;
        else { j = 0; i++; }
    }
}
