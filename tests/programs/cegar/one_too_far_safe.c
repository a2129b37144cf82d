// expect: safe property=unreach-call flags="--engine cegar{configuration=CRL}"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), i = 0, j = 0, k = 0;
    if (n <= m)
        return 0;
    while (m < n) {
        m++;
        i = (i + 1) & 7;
    }
    if (m != n)
        reach_error();
    return j + k;
}
