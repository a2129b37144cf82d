// expect: safe property=unreach-call flags="--engine ufo{configuration=BPUFO}"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int locked = 0, old, new = 0;
    do {
        locked = 1;
        old = new;
        if (__VERIFIER_nondet_int()) {
            locked = 0;
            new ^= 1;
        }
    } while (new != old);
    if (!locked)
        reach_error();
}
