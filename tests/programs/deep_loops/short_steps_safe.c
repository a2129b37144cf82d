// expect: safe property=unreach-call
extern void reach_error(void);

int main(void) {
    unsigned short x = 8;
    unsigned k = 0;
    while (k < 0x20000003u) {
        x += 7;
        k++;
    }
    if (x != 29)
        reach_error();
}
