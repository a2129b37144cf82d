// expect: unsafe line=5 property=division
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    return x == -1 ? 0 : 100 / x;
}
