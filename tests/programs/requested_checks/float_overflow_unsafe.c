// expect: unsafe line=6 property=float-overflow
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x > 0 && x < 1e20f)
        return x * x > 1;
    return 0;
}
