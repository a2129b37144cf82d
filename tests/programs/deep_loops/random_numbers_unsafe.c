// expect: unsafe line=11 property=unreach-call
extern void reach_error(void);

int main(void) {
    unsigned seed = 42, drawn = 0;
    while (drawn < 5000000) {
        seed = 1664525 * seed + 1013904223;
        drawn++;
    }
    if (seed == 3777651306u)
        reach_error();
}
