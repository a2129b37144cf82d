// expect: unsafe line=6 violates=termination property=termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int f(int x) {
    if (x == 0) return 0;
    if (x == 100) return f(50);
    return f(x == 50 ? 100 : x / 2);
}
int main(void) { return f(100); }
