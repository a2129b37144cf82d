// expect: unsafe line=12 property=unreach-call
extern void reach_error(void);

int main(void) {
    int clock = 0, late = 40000000;
    while (clock < 90000000) {
        if (clock >= 40000000)
            late++;
        clock++;
    }
    if (late == clock)
        reach_error();
}
