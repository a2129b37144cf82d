// expect: unsafe line=5 property=nan
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    return x - x == 0;
}
