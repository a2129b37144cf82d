// expect: unsafe line=16 property=unreach-call flags="--engine ufo{configuration=AUFO}"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int given = 0, returned = 8, rounds = 0;
    while (__VERIFIER_nondet_int() && rounds < 5000) {
        given++;
        returned++;
        rounds++;
    }
    while (given > 0) {
        given--;
        returned--;
    }
    if (returned != 7)
        reach_error();
}
