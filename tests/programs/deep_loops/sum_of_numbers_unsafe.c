// expect: unsafe line=12 property=unreach-call
extern void reach_error(void);

int main(void) {
    unsigned i = 0;
    unsigned long sum = 0;
    while (i < 123456789) {
        i++;
        sum += i;
    }
    if (sum == 7620789436823655)
        reach_error();
}
