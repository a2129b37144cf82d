// expect: unsafe line=14 property=unreach-call
extern void reach_error(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short first = __VERIFIER_nondet_ushort(), x = first;
    signed char c = 1;
    unsigned k = 0;
    while (k < 0x10000001u) {
        x -= 3;
        c += 5;
        k++;
    }
    if (x == 12345 && c == 6) reach_error();
}
