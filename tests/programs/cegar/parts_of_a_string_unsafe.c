// expect: unsafe line=11 property=unreach-call flags="--engine cegar{configuration=CRL,invariants=true}"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int(), i, j = 0;
    if (from < 0 || from > to || to > 100)
        return 0;
    i = from;
    while (i < to) {
        if (j > 4)
            reach_error();
        i++;
        j++;
    }
}
