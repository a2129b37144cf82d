// expect: safe property=termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int f(int x) {
    return x <= 0 ? 0 : 1 + f(x - 1);
}
int main(void) { return f(5); }
