// expect: safe property=unreach-call
extern void reach_error(void);

int main(void) {
    unsigned x = 0, y = 0;
    while (x < 900000000) {
        if (x < 1000000)
            x += 1;
        else if (x < 500000000)
            x += 2;
        else
            x += 8;
        y++;
    }
    if (x % 2 != 0)
        reach_error();
}
