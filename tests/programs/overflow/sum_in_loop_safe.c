// expect: safe property=no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int sum = 0;
    for (unsigned i = 0; i != 4000000000u; i++)
        sum = sum % 1000 + __VERIFIER_nondet_uchar();
    return sum;
}
