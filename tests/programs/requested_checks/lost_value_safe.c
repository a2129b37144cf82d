// expect: safe property=lost-value
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char cut = (unsigned char)x;
    short kept = x > -100 && x < 100 ? x : 0;
    return cut + kept;
}
