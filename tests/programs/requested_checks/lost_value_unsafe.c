// expect: unsafe line=6 property=lost-value
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char cut = (unsigned char)x;
    signed char lost = x >= -128 && x <= 128 ? x : 0;
    return cut + lost;
}
