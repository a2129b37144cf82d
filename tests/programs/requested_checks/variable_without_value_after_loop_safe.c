// expect: safe property=uninitialised
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int last;
    for (unsigned i = 0; i < n; i++)
        last = (int)(i & 7);
    if (n == 0) return 0;
    return last;
}
