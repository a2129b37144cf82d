// expect: unsafe line=5 property=float-overflow
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    float y = x;
    return y > 0;
}
