// expect: safe property=unreach-call flags="--engine cegar"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a = 0, b = __VERIFIER_nondet_int();
    while (a < b) a++;
    if (a != b && b > 0)
        reach_error();
}
