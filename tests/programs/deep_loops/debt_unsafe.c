// expect: unsafe line=14 property=unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int debt = -20, rate = __VERIFIER_nondet_int();
    if (rate < -300 || rate > 5000)
        return 0;
    while (debt < 0) {
        debt += rate;
        rate++;
    }
    if (rate == 301)
        reach_error();
}
