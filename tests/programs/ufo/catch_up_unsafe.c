// expect: unsafe line=13 property=unreach-call flags="--engine ufo{configuration=BP}"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), i = 0;
    if (n <= m || m < 0 || n > 1000)
        return 0;
    while (m < n) {
        ++m;
        ++i;
    }
    if (m != n + 1)
        reach_error();
}
