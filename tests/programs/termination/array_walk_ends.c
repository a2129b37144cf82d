// expect: safe property=termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int a[10], s = 0;
    for (int i = 0; i < 10; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 9; i >= 0; i--) s ^= a[i];
    return s;
}
