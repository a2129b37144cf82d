// expect: unsafe line=7 property=valid-memsafety
extern int __VERIFIER_nondet_int(void);
static int sum(int mask) {
    int weights[4] = {0, 1, 2, 3};
    int sum = 0;
    for (int i = 0; i <= 4; i++)
        sum += weights[i] & mask;
    return sum;
}
int main(void) {
    int total = 0;
    while (__VERIFIER_nondet_int())
        total ^= sum(total);
    return total;
}
