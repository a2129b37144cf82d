// expect: unsafe line=7 property=unreach-call flags="--error-function panic"
void panic(const char *why);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 7)
        panic("seven");
    return 0;
}
