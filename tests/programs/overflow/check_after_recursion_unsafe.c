// expect: unsafe line=9 property=no-overflow
extern unsigned __VERIFIER_nondet_uint(void);
unsigned depth(unsigned x) {
    return x == 0 ? 0 : depth(x - 1) + 1;
}
int main(void) {
    int found = depth(__VERIFIER_nondet_uint() % 20);
    int most = 2147483640;
    return found > 8 ? most + found : 0;
}
