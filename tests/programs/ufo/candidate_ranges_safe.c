// expect: safe property=unreach-call flags="--engine ufo{invariants=true}"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int level = 50, alarm = 0;
    for (;;) {
        int change = __VERIFIER_nondet_int();
        if (change > 0 && level < 90)
            level++;
        else if (change < 0 && level > 10)
            level--;
        if (level > 90 || level < 10)
            alarm = 1;
        if (alarm)
            reach_error();
    }
}
