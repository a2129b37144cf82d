// expect: unknown why=not-supported property=valid-memsafety flags="--engine kind{search=off}"
extern int __VERIFIER_nondet_int(void);
int *kept;
static int sum(int mask) {
    int weights[4] = {0, 1, 2, 3};
    int sum = 0;
    if (kept && mask == 3)
        sum = *kept; // of the last call
    for (int i = 0; i < 4; i++)
        sum += weights[i] & mask;
    kept = weights;
    return sum & 3;
}
int main(void) {
    int total = 0;
    while (__VERIFIER_nondet_int())
        total = sum(total) | __VERIFIER_nondet_int() & 3;
    return total;
}
