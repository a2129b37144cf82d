// expect: safe property=uninitialised
extern int __VERIFIER_nondet_int(void);
static int nothing(int x) { if (x) return 1; }
int main(void) {
    int never, *address, taken, copy;
    address = &taken;
    *address = 1;
    copy = taken;
    (void)never;
    nothing(__VERIFIER_nondet_int());
    return copy - (int)sizeof never;
}
