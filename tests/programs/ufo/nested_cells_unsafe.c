// expect: unsafe line=13 property=unreach-call flags="--engine ufo{configuration=CP}"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned char flags[3] = {0, 1, 0};
    int rounds = 0;
    while (__VERIFIER_nondet_int()) {
        for (int i = 0; i < 3; i++)
            flags[i] = flags[i] != i;
        rounds++;
    }
    if (flags[0] == flags[1])
        reach_error();
}
