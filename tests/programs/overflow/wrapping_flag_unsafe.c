// expect: unsafe line=4 property=no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    return __VERIFIER_nondet_int() + 1;
}
