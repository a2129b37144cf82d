// y is reset to any value, but x decreases then: the loop ends by a lexicographic order.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    while (x > 0) {
        if (y > 0) {
            y--;
        } else {
            x--;
            y = __VERIFIER_nondet_uint();
        }
    }
    return 0;
}
