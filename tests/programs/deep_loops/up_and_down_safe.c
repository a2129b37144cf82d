// expect: safe property=unreach-call
extern void reach_error(void);

int main(void) {
    int step = 0, height = 0;
    while (step < 20000000) {
        if (step < 10000000)
            height++;
        else
            height--;
        step++;
    }
    if (height != 0)
        reach_error();
}
