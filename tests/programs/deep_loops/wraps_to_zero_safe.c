// expect: safe property=unreach-call
extern void reach_error(void);

int main(void) {
    unsigned char seen = 0;
    unsigned x = 5;
    while (x != 0) {
        x += 3;
        seen = 1;
    }
    if (seen == 0)
        reach_error();
}
