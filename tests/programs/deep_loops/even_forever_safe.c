// expect: safe property=unreach-call
extern void reach_error(void);

int main(void) {
    unsigned x = 8;
    while (x >= 8)
        x += 6;
    if (x % 2 != 0)
        reach_error();
}
