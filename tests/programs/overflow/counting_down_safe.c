// expect: safe property=no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int left = __VERIFIER_nondet_int(), rounds = 0;
    while (left > 0) {
        left = left - 1;
        rounds = rounds + 1;
    }
    return rounds;
}
