// expect: unsafe line=5 property=division,shift
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    return x > 0 && x < 99 ? 100 / x + (1u << x) > 5 : 0;
}
