// expect: unsafe line=12 property=unreach-call
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, taken = 0;
    while (i < n) {
        i++;
        taken++;
    }
    if (taken > 4000000000)
        reach_error();
}
