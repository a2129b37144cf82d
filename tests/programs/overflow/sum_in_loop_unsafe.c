// expect: unsafe line=6 property=no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int sum = 2147483647 - 300;
    for (int i = 0; i < 1000; i++)
        sum += __VERIFIER_nondet_uchar();
    return sum;
}
