// expect: safe property=unreach-call flags="--engine kind"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    char text[200];
    unsigned at = 0;
    int which = __VERIFIER_nondet_int();
    text[0] = 1;
    text[1] = 0;
    if (which) {
        while (__VERIFIER_nondet_int()) { if (text[at % 200u] == 0) at = 0; at++; }
    } else {
        text[0] = 2;
        while (__VERIFIER_nondet_int()) at++;
    }
    at %= 200u;
    while (__VERIFIER_nondet_int()) { if (at == 0 && text[at] == 3) reach_error(); at = 0; }
    return 0;
}
