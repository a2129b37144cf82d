// expect: safe property=unreach-call flags="--engine cegar{integers=true}"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = 0, y = 3;
    while (__VERIFIER_nondet_int() && x < 1000) {
        x++;
        y++;
    }
    while (x > 0) {
        x--;
        y--;
    }
    if (y < 3)
        reach_error();
}
