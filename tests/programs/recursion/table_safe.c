// expect: safe property=no-overflow flags="--engine summaries"
extern int __VERIFIER_nondet_int(void);
int hanoi(int n) { return n < 1 ? 0 : 2 * hanoi(n - 1) + 1; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 31) return 0;
    return hanoi(n) < 0;
}
