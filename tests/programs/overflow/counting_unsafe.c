// expect: unsafe line=7 property=no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int limit = __VERIFIER_nondet_int();
    int i = 2147483640;
    while (i <= limit)
        i++;
    return i;
}
