// expect: safe property=no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int sum = 0;
    for (;;) {
        int x = __VERIFIER_nondet_int();
        if (x > 0 ? sum > 2147483647 - x : sum < -2147483647 - 1 - x)
            break;
        sum += x;
    }
    return sum;
}
