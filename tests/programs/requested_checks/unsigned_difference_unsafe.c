// expect: unsafe line=5 property=unsigned-overflow
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    return x != y ? y - x : 0;
}
