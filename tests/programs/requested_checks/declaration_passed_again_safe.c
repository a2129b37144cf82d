// expect: safe property=uninitialised
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int part;
        if (i >= 0)
            part = i;
        sum += part;
    }
    return sum;
}
