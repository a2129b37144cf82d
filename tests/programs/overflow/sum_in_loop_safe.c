// expect: safe property=no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += __VERIFIER_nondet_uchar();
    return sum;
}
