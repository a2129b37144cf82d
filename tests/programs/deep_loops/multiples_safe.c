// expect: safe property=unreach-call
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = 0, b = 0;
    while (__VERIFIER_nondet_uint()) {
        a += 65536 * __VERIFIER_nondet_uint();
        b += 131072 * __VERIFIER_nondet_uint();
        if (2 * a + b == 65536)
            reach_error();
    }
}
