// expect: safe property=no-overflow
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned amount = __VERIFIER_nondet_uint() % 31;
    return 1 << amount | 1u << 31;
}
