// expect: unknown why=undefined-behaviour property=no-overflow
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
    long long amount = __VERIFIER_nondet_longlong();
    if ((amount & 0xffffffff) > 3)
        return 0;
    return 1 >> amount;
}
