// expect: safe property=unreach-call
extern void reach_error(void);

int main(void) {
    signed char c = 100;
    unsigned k = 0;
    while (k < 0x10000002u) {
        c = (signed char)(3 * c - 59);
        k++;
    }
    if (c != -104)
        reach_error();
}
