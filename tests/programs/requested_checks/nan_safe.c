// expect: safe property=nan
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = x + x;
    if (x > 0)
        y = 1 / x;
    return y > 0;
}
