// expect: unsafe line=3 property=no-overflow
extern int __VERIFIER_nondet_int(void);
int hanoi(int n) { return n < 1 ? 0 : 2 * hanoi(n - 1) + 1; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 32) return 0;
    return hanoi(n) < 0;
}
