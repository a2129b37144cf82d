// expect: safe property=unreach-call flags="--engine euf"
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned data = __VERIFIER_nondet_uint(), factor = __VERIFIER_nondet_uint();
    int locked = 0;
    while (__VERIFIER_nondet_int()) {
        if (locked)
            locked = 0;
        else
            locked = 1;
        data = data * factor + data / 3;
        if (data == 77 && locked == 2)
            reach_error();
    }
}
