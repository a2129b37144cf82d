// expect: safe property=no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y == 0 || x == -2147483647 - 1)
        return 0;
    return x / y + x % y * 0;
}
