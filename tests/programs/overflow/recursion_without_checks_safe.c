// expect: safe property=no-overflow
extern unsigned __VERIFIER_nondet_uint(void);
unsigned depth(unsigned x) {
    return x == 0 ? 0 : depth(x - 1) + 1;
}
int main(void) {
    int checked = __VERIFIER_nondet_uint() % 100;
    checked++;
    return checked && depth(__VERIFIER_nondet_uint());
}
