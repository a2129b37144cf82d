// expect: unsafe line=5 property=no-overflow flags="--data-model ILP32"
extern int __VERIFIER_nondet_int(void);
int main(void) {
    long x = __VERIFIER_nondet_int();
    return x * 2 > 1;
}
