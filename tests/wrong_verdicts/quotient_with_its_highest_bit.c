// expect: unsafe line=13
// 2026-11-17: reported safe, because the quotient of a number by a small one was assumed to be small, whatever the number is
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned number = __VERIFIER_nondet_uint();
    unsigned divisor = __VERIFIER_nondet_uint();
    __VERIFIER_assume(divisor < 50);
    __VERIFIER_assume(divisor != 0);
    long long quotient = (long long)(int)(number / divisor);
    if (quotient == -2147483641) reach_error();
    return 0;
}
