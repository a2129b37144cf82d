// expect: safe property=no-overflow
extern short __VERIFIER_nondet_short(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    short s = __VERIFIER_nondet_short();
    char c = __VERIFIER_nondet_char();
    s++;
    c *= c;
    s = -s;
    s += c;
    return s * s;
}
