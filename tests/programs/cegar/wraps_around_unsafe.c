// expect: unsafe line=9 property=unreach-call flags="--engine cegar{configuration=C}"
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned char x = 250, y = 250;
    while (__VERIFIER_nondet_uint() & 1) { x += 3; y += 3; }
    unsigned char z = x;
    if (z < 250)
        reach_error();
}
