// expect: safe property=division,shift
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    return x > 0 && x < 32 ? 100 / x + (1 << (x - 1) / 2) : 0;
}
