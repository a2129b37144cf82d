// expect: safe property=unreach-call
extern void reach_error(void);

int main(void) {
    int x = 100000001;
    while (x > 3)
        x -= 4;
    if (x != 1)
        reach_error();
}
