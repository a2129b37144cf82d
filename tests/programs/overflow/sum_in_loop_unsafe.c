// expect: unsafe line=6 property=no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int sum = 2147483000;
    for (unsigned i = 0; i != 4000000000u; i++)
        sum = sum + __VERIFIER_nondet_uchar();
    return sum;
}
