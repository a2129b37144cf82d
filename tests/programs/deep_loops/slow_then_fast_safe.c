// expect: safe property=unreach-call
extern void reach_error(void);

int main(void) {
    unsigned water = 0;
    while (water < 300000000) {
        if (water < 70000000)
            water++;
        else
            water += 4;
    }
    if (water % 2 != 0)
        reach_error();
}
