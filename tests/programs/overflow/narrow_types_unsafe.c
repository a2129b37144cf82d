// expect: unsafe line=8 property=no-overflow
extern unsigned short __VERIFIER_nondet_ushort(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    unsigned short s = __VERIFIER_nondet_ushort();
    char c = __VERIFIER_nondet_char();
    c++;
    return s * s;
}
