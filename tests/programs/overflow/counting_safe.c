// expect: safe property=no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int limit = __VERIFIER_nondet_int();
    int i = 0;
    while (i < limit)
        i++;
    return i;
}
