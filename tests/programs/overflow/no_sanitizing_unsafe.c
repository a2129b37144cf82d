// expect: unsafe line=4 property=no-overflow
extern int __VERIFIER_nondet_int(void);
__attribute__((no_sanitize("undefined"))) int main(void) {
    return __VERIFIER_nondet_int() + 1;
}
