// expect: unsafe line=3 violates=termination property=termination
extern int __VERIFIER_nondet_int(void);
int down(int n) { return n == 0 ? 0 : down(n == 3 ? 5 : n - 1); }
int main(void) {
    int s = 0;
    for (int i = 0; i < 10; i++) s |= down(i);
    return s;
}
