// expect: unsafe line=7 property=no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int left = __VERIFIER_nondet_int(), rounds = 2147483644;
    while (left > 0) {
        left = left - 1;
        rounds = rounds + 1;
    }
    return rounds;
}
