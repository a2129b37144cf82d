// expect: safe property=no-overflow flags="--data-model LP64"
extern int __VERIFIER_nondet_int(void);
int main(void) {
    long x = __VERIFIER_nondet_int();
    return x * 2 > x + 1;
}
