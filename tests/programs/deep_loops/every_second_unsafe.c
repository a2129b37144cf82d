// expect: unsafe line=12 property=unreach-call
extern void reach_error(void);

int main(void) {
    unsigned day = 0, odd = 0;
    while (day < 60000000) {
        if (day % 2 == 1)
            odd++;
        day++;
    }
    if (odd == 30000000)
        reach_error();
}
