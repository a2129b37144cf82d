// expect: unsafe line=7 property=uninitialised
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int value, is_set = __VERIFIER_nondet_int();
    if (is_set)
        value = 4;
    return is_set >= 0 ? value : 0;
}
