// expect: safe property=termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int i, n = __VERIFIER_nondet_int();
    for (i = 0; i < n; i++) ;
}
